import { hashEmail } from '../outbox/payload-encryption.ts'

/**
 * Returns those of these email addresses whose digests `filterDigests` returns. `filterDigests` gets the digests of all
 * addresses, and returns digests in hexadecimal.
 */
export async function filterEmails(
  emails: readonly string[],
  filterDigests: (digests: readonly Buffer[]) => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const digests = emails.map(hashEmail)
  const found = new Set(await filterDigests(digests))
  return new Set(emails.filter((_, index) => found.has(digests[index]?.toString('hex') ?? '')))
}
