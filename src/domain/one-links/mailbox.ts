import { emailDomain, toEmailKey } from '#contract'

/*
 * Addresses that lead to one mailbox have one key, so that a mailbox gets one gift of a one-link. A wrong
 * rule would refuse a second person, so a rule is here only if the provider documents it.
 */

interface MailboxRule {
  /** The domains of the provider; the first one is in the key. */
  domains: readonly string[]
  /** The character that starts a tag. Default: `+`, as in RFC 5233. */
  tag?: string
  /** Whether the provider ignores dots. */
  ignoresDots?: true
}

// biome-ignore format: one provider a line
const rules: readonly MailboxRule[] = [
  // https://support.google.com/mail/answer/7436150 (dots), /answer/22370 (tags), /answer/10313 (googlemail.com)
  { domains: ['gmail.com', 'googlemail.com'], ignoresDots: true },
  // https://proton.me/support/creating-aliases (tags), https://proton.me/support/addresses-and-aliases (domains, dots)
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignoresDots: true },
  // https://help.yahoo.com/kb/SLN28815.html: the tag of a disposable address follows a hyphen
  { domains: ['yahoo.com'], tag: '-' },
  { domains: ['ymail.com'], tag: '-' },
  // https://support.apple.com/HT201771: one account has an address at each of the three domains
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  // https://www.fastmail.help/hc/en-us/articles/360060591053: a subdomain is the mailbox, and tags follow a plus sign
  { domains: ['fastmail.com', 'fastmail.fm'] },
]

const ruleByDomain = new Map(
  rules.flatMap((rule) => rule.domains.map((domain) => [domain, rule] as const)),
)

/**
 * Returns the address of the mailbox that an email address leads to: lower case, without a tag, and without
 * dots where the provider ignores them. Only for comparison: emails go to the address as it was typed.
 */
export function toMailbox(email: string): string {
  const key = toEmailKey(email)
  const domain = emailDomain(key)
  const rule = ruleByDomain.get(domain)
  const local = key.slice(0, key.lastIndexOf('@'))
  const untagged = removeTag(local, rule?.tag ?? '+')
  const name = rule?.ignoresDots === true ? untagged.replaceAll('.', '') : untagged
  return `${name === '' ? local : name}@${rule?.domains[0] ?? domain}`
}

function removeTag(local: string, tag: string): string {
  const at = local.indexOf(tag)
  return at > 0 ? local.slice(0, at) : local
}
