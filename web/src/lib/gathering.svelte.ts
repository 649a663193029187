/** What people gather for, an evening or a tournament, as the house tells it while somebody looks. */
import { ask } from "./api";
import { beGuest, me, meet } from "./house.svelte";
import { isPassing, Poller } from "./poller";
import { complain } from "./toasts.svelte";

/** How often it is asked for, in milliseconds. */
const EVERY = 2500;

export class Gathering<Info> {
  info = $state<Info | null>(null);
  missing = $state(false);
  isAsking = $state(false);
  private poller: Poller<Info> | null = null;

  /** `path`: where the house tells it. */
  constructor(protected path: string) {}

  /** Look from now on, even while the page is hidden: whoever is called to a table is to notice. Returns how to stop. */
  watch(changed: (info: Info) => void = () => undefined): () => void {
    if (!me.isKnown) meet().catch(() => undefined);
    const poller = new Poller<Info>({
      ask: () => this.asked(),
      told: (info) => {
        this.info = info;
        changed(info);
        return true;
      },
      failed: (error) => {
        this.missing = this.info === null && !isPassing(error);
        return !this.missing;
      },
      every: EVERY,
    });
    this.poller = poller;
    void poller.look();
    return () => {
      poller.stop();
      this.poller = null;
    };
  }

  /** Look once. */
  async look(): Promise<void> {
    this.info = await this.asked().catch(() => this.info);
  }

  /** Has something done; false if it was refused (the page has said why). */
  async order(what: string, body?: unknown): Promise<boolean> {
    this.isAsking = true;
    try {
      this.info = await ask<Info>("POST", `${this.path}/${what}`, body);
      // What was asked before it was done is not heard.
      void this.poller?.look();
      return true;
    } catch (error) {
      complain(error);
      return false;
    } finally {
      this.isAsking = false;
    }
  }

  /** Takes part under this name. */
  async join(name: string): Promise<void> {
    try {
      await beGuest(name.trim() || undefined);
    } catch (error) {
      complain(error);
      return;
    }
    await this.order("join");
  }

  private asked(): Promise<Info> {
    return ask<Info>("GET", this.path);
  }
}
