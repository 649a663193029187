/** Several people at one device, which goes from hand to hand: from whose seat the table is looked at. */
import type { TableConnection } from "./connection.svelte";

export class SharedDevice {
  /** Who must look next; null: whoever is looking goes on. */
  next = $derived.by(() => this.nextToLook());
  /** A curtain hangs before the table until that person has the device. */
  isCovered = $derived.by(() => this.next !== null && this.hasSecrets() === true);

  /** `hasSecrets`: whether players hide anything from each other; null: not known yet. */
  constructor(
    private connection: TableConnection,
    private hasSecrets: () => boolean | null,
  ) {
    // A seat that was given back is looked at from there again.
    $effect(() => {
      const [only, ...more] = connection.around?.yours ?? [];
      if (only !== undefined && !more.length && connection.seat === null && connection.view !== null && !connection.isShowing) void connection.look(only, false);
    });

    $effect(() => {
      const isSecret = hasSecrets();
      if (this.next === null || isSecret === null) return;
      if (!isSecret) void connection.look(this.next, false);
      else if (connection.seat !== null) void connection.look(null, true);
    });
  }

  private nextToLook(): number | null {
    const { connection } = this;
    const yours = connection.around?.yours ?? [];
    if (yours.length < 2 || connection.status !== "playing") return null;
    // What just happened is shown to the end to who is looking.
    if (connection.isShowing && connection.seat !== null) return null;
    if (connection.seat !== null && connection.actors.includes(connection.seat)) return null;
    return yours.find((seat) => connection.actors.includes(seat)) ?? null;
  }
}
