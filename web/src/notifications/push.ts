/** Push messages in this browser. */
import { ask } from "../lib/api";
import type { NotificationChoices } from "../types/api";
import { base64url, bytes } from "../members/base64url";

/** Whether this browser takes push messages on this page. */
export function hasPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Registers this browser; null if its owner says no. */
export async function subscribe(key: string): Promise<NotificationChoices | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // One that was made for another house, or for a key that is lost, is of no use.
  if (before && !isFor(before, key)) await before.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = made.toJSON();
  return ask("POST", "/me/notifications/devices", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const used = subscription.options.applicationServerKey;
  return used !== null && base64url(used) === key;
}

export async function unsubscribe(): Promise<void> {
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
