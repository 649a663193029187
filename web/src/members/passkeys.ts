/** Passkeys: between what the house sends as JSON and what the browser wants as bytes. */
import { note } from "../lib/toasts.svelte";
import { base64url, bytes } from "./base64url";
import { say } from "./words";

/** Options as the house sends them: bytes are base64url. */
export interface CreationOptions extends Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string; type: "public-key" }[];
}
export interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> {
  challenge: string;
}

/** Whether this browser can have passkeys at all. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && "PublicKeyCredential" in window;
}

/** A new passkey, as the house wants it. */
export async function create(options: CreationOptions): Promise<unknown> {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return plain(made, { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject });
}

/** What a passkey of this device has signed, as the house wants it. */
export async function sign(options: RequestOptions): Promise<unknown> {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response as AuthenticatorAssertionResponse;
  return plain(used, { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) });
}

function plain(credential: PublicKeyCredential, response: Record<string, ArrayBuffer>) {
  const told = Object.fromEntries(Object.entries(response).map(([name, data]) => [name, base64url(data)]));
  return { id: credential.id, rawId: base64url(credential.rawId), type: credential.type, response: told, clientExtensionResults: {} };
}

/** Whoever closes the browser's window has changed his mind, or has no passkey: that is no fault. */
export function isCancelled(error: unknown): boolean {
  const is = error instanceof DOMException;
  if (is) note(say("cancelled"), "trouble");
  return is;
}
