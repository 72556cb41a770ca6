import { parseMailboxes, splitName, toEmailKey } from '#web/tables.ts'

/** A person in a pasted list. */
export interface Invitee {
  email: string
  name: string
}

/**
 * Parses a pasted list of people with the same rules as a list of recipients. Each line has one person, or
 * commas or semicolons separate the people. A name is optional. If an address has no name, the function
 * guesses the name from the address. A line without an address becomes an invalid address. A repeated address
 * counts once.
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

/** Returns the full name of a person: `Larkin, Ada` becomes Ada Larkin. */
function toFullName(name: string): string {
  const { first_name, last_name } = splitName(name)
  return name.includes(',') ? `${first_name} ${last_name}`.trim() : name
}

/** Guesses a name from an email address: `dana.lee@example.com` becomes Dana Lee. */
const guessName = (email: string): string =>
  email
    .trim()
    .replace(/[@+].*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ') || email.trim()
