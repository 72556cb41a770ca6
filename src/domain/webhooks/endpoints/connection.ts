import { ApiError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import {
  clientKeyContext,
  type Header,
  headersContext,
  parseHeaders,
  serializeHeaders,
} from '../engine/connection-secrets.ts'
import { generateSigningKey, signingKeyContext } from '../engine/key-pair.ts'
import type { Endpoint } from '../events/tables.ts'
import {
  type ConnectionChanges,
  findConnection,
  replaceSigningKey,
  updateConnection,
} from './connection-store.ts'
import {
  type CertificateChange,
  type CertificateInput,
  parseCertificates,
} from './endpoint-certificates.ts'
import { type HeaderInput, mergeHeaders } from './endpoint-headers.ts'
import { find } from './endpoint-store.ts'
import { toOverlapEnd } from './overlap.ts'

/** The settings of what a receiver gets, and how. Omitted members are unchanged. */
export interface ConnectionInput extends CertificateInput {
  headers?: readonly HeaderInput[] | undefined
  max_per_second?: number | null | undefined
  /** A CEL expression that events must match; null for every event. */
  filter?: string | null | undefined
  /** Whether an event waits until the earlier ones of its gift request have ended. Holds for events from now on. */
  ordered?: boolean | undefined
  /** Whether requests also carry an Ed25519 signature. */
  ed25519?: boolean | undefined
}

const connectionMembers = [
  'headers',
  'max_per_second',
  'filter',
  'ordered',
  'ed25519',
  'ca',
  'client_certificate',
  'client_key',
] as const satisfies readonly (keyof ConnectionInput)[]

/** Stores the given settings of an endpoint that exists. Returns undefined when the input has none of them. */
export async function applyConnection(
  ctx: TxContext,
  id: string,
  input: ConnectionInput,
): Promise<Endpoint | undefined> {
  if (connectionMembers.every((name) => input[name] === undefined)) return undefined
  const stored = await findConnection(ctx, id)
  if (stored === undefined) return undefined
  const certificates = parseCertificates(input, ctx.now)
  throwIfAny(certificates.errors)
  return updateConnection(ctx, id, {
    ...toHeaderColumns(ctx, id, input.headers, stored.headers),
    max_per_second: input.max_per_second,
    filter: input.filter,
    ordered: input.ordered,
    ...toKeyColumns(ctx, id, input.ed25519, stored.has_key),
    ...toCertificateColumns(ctx, id, certificates.change),
  })
}

function toHeaderColumns(
  ctx: TxContext,
  id: string,
  input: readonly HeaderInput[] | undefined,
  stored: Buffer | null,
): ConnectionChanges {
  if (input === undefined) return {}
  if (input.length === 0) return { headers: null, header_names: [] }
  const { cipher } = ctx.deployment
  const keepsValues = input.some(({ value }) => value === undefined)
  const current = stored === null || !keepsValues ? [] : decryptHeaders(ctx, id, stored)
  const { headers, errors } = mergeHeaders(input, current)
  throwIfAny(errors)
  return {
    headers: cipher.encrypt(serializeHeaders(headers), headersContext(id)),
    header_names: headers.map(([name]) => name),
  }
}

/** Returns no headers if their key is missing, so that a person can enter all values again. */
function decryptHeaders(ctx: TxContext, id: string, stored: Buffer): Header[] {
  try {
    return parseHeaders(ctx.deployment.cipher.decrypt(stored, headersContext(id)))
  } catch {
    return []
  }
}

function toKeyColumns(
  ctx: TxContext,
  id: string,
  isOn: boolean | undefined,
  hasKey: boolean,
): ConnectionChanges {
  if (isOn === undefined || isOn === hasKey) return {}
  const none = { previous_signing_key: null, previous_public_key: null, previous_key_until: null }
  if (!isOn) return { signing_key: null, public_key: null, ...none }
  const { encrypted, public_key } = createKey(ctx, id)
  return { signing_key: encrypted, public_key }
}

function createKey(ctx: TxContext, id: string): { encrypted: Buffer; public_key: string } {
  const { private_key, public_key } = generateSigningKey()
  return {
    encrypted: ctx.deployment.cipher.encrypt(private_key, signingKeyContext(id)),
    public_key,
  }
}

function toCertificateColumns(
  ctx: TxContext,
  id: string,
  { ca, client }: CertificateChange,
): ConnectionChanges {
  const { cipher } = ctx.deployment
  return {
    ...(ca !== undefined && {
      ca: ca?.pem ?? null,
      ca_subject: ca?.subject ?? null,
      ca_expires_at: ca?.expires_at ?? null,
    }),
    ...(client !== undefined && {
      client_certificate: client?.pem ?? null,
      client_certificate_subject: client?.subject ?? null,
      client_certificate_expires_at: client?.expires_at ?? null,
      client_key: client === null ? null : cipher.encrypt(client.key, clientKeyContext(id)),
    }),
  }
}

/**
 * Replaces the Ed25519 key. For `overlap_seconds`, requests also carry a signature with the previous key. The rules are
 * those of the secret.
 */
export async function rotateSigningKey(
  ctx: TxContext,
  id: string,
  options: { overlap_seconds?: number },
): Promise<Endpoint | undefined> {
  const until = toOverlapEnd(ctx.now, options.overlap_seconds)
  if (!isId(id)) return undefined
  const rotated = await replaceSigningKey(ctx, id, createKey(ctx, id), until)
  if (rotated !== undefined) return rotated
  const endpoint = await find(ctx, id)
  if (endpoint === undefined) return undefined
  if (endpoint.public_key === null)
    throw new ApiError('invalid_transition', { message: noKeyMessage })
  const previousUntil = endpoint.previous_key_until?.toISOString()
  const message = `must be 0 until ${previousUntil}: the previous key is valid until then, and a third key is not possible. With 0, both older keys end at once`
  throwIfAny([{ code: 'invalid', param: 'overlap_seconds', message }])
  return undefined
}

const noKeyMessage = 'The endpoint has no Ed25519 key. Turn Ed25519 signatures on first.'
