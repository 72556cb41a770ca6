import { parseMailboxes, splitName, toEmailKey } from '#web/tables.ts'

/** A person in a pasted list. */
export interface Invitee {
  email: string
  name: string
}

/**
 * Parses a pasted list as the lists of recipients: one person in each line, or separated by commas or semicolons, with or
 * without names. Addresses without a name get one from the address. A line without an address is an address with an error. A
 * repeated address counts once.
 */
export function parseInvitees(text: string): Invitee[] {
  const invitees = new Map<string, Invitee>()
  for (const line of text.split(/[\r\n]+/).filter((each) => /[^\s;,]/.test(each))) {
    const people = parseMailboxes(line)
    const found = people.length > 0 ? people : [{ name: '', email: line.trim() }]
    for (const { name, email } of found) {
      const key = toEmailKey(email)
      if (!invitees.has(key))
        invitees.set(key, { email, name: toFullName(name) || guessName(email) })
    }
  }
  return [...invitees.values()]
}

/** `Larkin, Ada` is Ada Larkin. */
function toFullName(name: string): string {
  const { first_name, last_name } = splitName(name)
  return name.includes(',') ? `${first_name} ${last_name}`.trim() : name
}

/** `dana.lee@example.com` is probably Dana Lee. */
const guessName = (email: string): string =>
  email
    .trim()
    .replace(/[@+].*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ') || email.trim()
