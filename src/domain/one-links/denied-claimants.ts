import { emailDomain, isDomain, isEmail, throwIfAny, toDomainKey, toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as deniedStore from './denied-claimant-store.ts'
import { parentsOf } from './disposable-domains.ts'
import { toMailbox } from './mailbox.ts'

/** An address or domain that cannot claim from any one-link of the account. */
export interface DeniedClaimant {
  id: string
  kind: 'address' | 'domain'
  entry: string
  created_at: Date
}

/** Entries in the deny list of one account. */
const maxDenied = 2_000

export { maxDeniedPerRequest } from '#contract'

export const deniedContext = (id: string) => `gifting.denied_claimant ${id}`

const hashEntry = (account_id: string, entry: string) => sha256(`denied ${account_id} ${entry}`)

/** Returns the deny list, newest first. */
export async function listDenied(ctx: TxContext): Promise<DeniedClaimant[]> {
  const { cipher } = ctx.deployment
  return (await deniedStore.list(ctx, maxDenied)).map(({ entry, ...row }) => ({
    ...row,
    entry: cipher.decrypt(entry, deniedContext(row.id)),
  }))
}

/**
 * Adds addresses and domains to the deny list of the account. An entry that exists is skipped. Returns the
 * number of new entries. Throws all errors at once.
 */
export async function addDenied(ctx: TxContext, entries: readonly string[]): Promise<number> {
  const parsed = entries.map(parseEntry)
  throwIfAny(
    parsed.flatMap((each, index) =>
      each === undefined ? [{ code: 'invalid', param: `entries.${index}`, message } as const] : [],
    ),
  )
  await deniedStore.lock(ctx)
  const existing = await deniedStore.count(ctx)
  if (existing + entries.length > maxDenied)
    throwIfAny([
      {
        code: 'too_many',
        param: 'entries',
        message: `cannot be added: the deny list may have ${maxDenied} entries. Remove some that are no longer needed`,
      },
    ])
  let added = 0
  for (const each of parsed) if (each !== undefined && (await insertEntry(ctx, each))) added += 1
  return added
}

const message = 'must be an email address or a domain such as example.com'

type ParsedEntry = Pick<DeniedClaimant, 'kind' | 'entry'>

function parseEntry(text: string): ParsedEntry | undefined {
  const entry = text.trim().replace(/^@/, '')
  if (isEmail(entry)) return { kind: 'address', entry: toEmailKey(entry) }
  return isDomain(entry) ? { kind: 'domain', entry: toDomainKey(entry) } : undefined
}

const insertEntry = (ctx: TxContext, { kind, entry }: ParsedEntry): Promise<boolean> => {
  const id = newId(ctx.real_now)
  return deniedStore.insert(ctx, {
    id,
    kind,
    digest: hashEntry(ctx.account_id, kind === 'address' ? toMailbox(entry) : entry),
    entry: ctx.deployment.cipher.encrypt(entry, deniedContext(id)),
    created_at: ctx.real_now,
  })
}

/** Removes an entry. Returns its kind; undefined if the account has no such entry. */
export const removeDenied = async (
  ctx: TxContext,
  id: string,
): Promise<DeniedClaimant['kind'] | undefined> =>
  isId(id) ? deniedStore.remove(ctx, id) : undefined

/** Returns whether the mailbox of the address, its domain or a domain above it is in the deny list. */
export function isDenied(ctx: TxContext, email: string): Promise<boolean> {
  const entries = [toMailbox(email), ...parentsOf(emailDomain(email))]
  return deniedStore.hasAny(
    ctx,
    entries.map((entry) => hashEntry(ctx.account_id, entry)),
  )
}
