/** A person in a pasted list. */
export interface Invitee {
  email: string
  name: string
}

/**
 * Parses a pasted list: one person in each line, or separated by semicolons, as an address alone, `Ada Lovelace
 * <ada@example.com>`, or name and address separated by a comma or a tab in any order. Addresses without a name get one from the
 * address. A repeated address counts once.
 */
export function parseInvitees(text: string): Invitee[] {
  const invitees = new Map<string, Invitee>()
  for (const line of text.split(/[\n;]+/).flatMap(splitAddresses)) {
    const invitee = parseLine(line)
    if (invitee !== undefined && !invitees.has(invitee.email.toLowerCase()))
      invitees.set(invitee.email.toLowerCase(), invitee)
  }
  return [...invitees.values()]
}

/** `ada@example.com, grace@example.com` are two people; `Ada, ada@example.com` is one. */
function splitAddresses(line: string): string[] {
  const parts = line.split(',')
  return parts.length > 1 && parts.every((part) => part.includes('@')) ? parts : [line]
}

function parseLine(line: string): Invitee | undefined {
  const text = line.trim()
  if (text === '') return undefined
  const [, quoted = '', address] = /^(.*)<([^<>]*)>$/.exec(text) ?? []
  if (address !== undefined) return toInvitee(address, quoted)
  const parts = text.split(/[,\t]+/).map((part) => part.trim())
  const email = parts.find((part) => part.includes('@')) ?? text
  return toInvitee(email, parts.filter((part) => part !== email).join(' '))
}

const toInvitee = (email: string, name: string): Invitee => ({
  email: email.trim(),
  name: name.replaceAll('"', '').trim() || guessName(email),
})

/** `dana.lee@example.com` is probably Dana Lee. */
const guessName = (email: string): string =>
  email
    .trim()
    .replace(/[@+].*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ') || email.trim()
