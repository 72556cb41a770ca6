/*
 * The meaning of a mail server's rejection. One rule covers the reply to a command and a report that arrives
 * later. The codes are those of RFC 3463 and of the IANA registry "SMTP Enhanced Status Codes".
 */

/**
 * The cause of a rejection. `address`: the mailbox or its domain does not exist. `sender`: the server rejects
 * the sender, or the amount of email, because of a block list, SPF, DMARC, a rate or another policy. `other`:
 * the server rejects only this mailbox or this email at this time.
 */
export type RejectionCause = 'address' | 'sender' | 'other'

export interface MailRejection {
  /** The enhanced status code of a delivery report, if there is one. */
  status?: string | undefined
  /** The reply of the server as text. */
  reply: string
}

/**
 * Returns whether a server permanently rejects the address itself. Only such a rejection suppresses further
 * emails to the address.
 */
export const isAddressRejected = (rejection: MailRejection): boolean =>
  findCause(rejection) === 'address'

export function findCause({ status, reply }: MailRejection): RejectionCause {
  const code = isSpecific(status) ? status : findEnhancedCode(reply)
  // A server can use its policy code to reject an unknown user. The status of a report
  // is more reliable than its text.
  const isPolicy = code === '5.7.1' && !isSpecific(status)
  if (isSpecific(code) && !(isPolicy && causeOfText(reply) === 'address'))
    return causeOfCode(code, reply)
  const isTransient = (code ?? status)?.startsWith('4') ?? /^\s*(?:smtp;\s*)?4\d\d\b/i.test(reply)
  const cause = causeOfText(reply)
  return cause === 'address' && isTransient ? 'other' : cause
}

/**
 * Returns whether a code is specific. Some servers, such as Exim, write X.0.0 for everything. X.1.0, X.3.0
 * and X.5.0 are equally vague.
 */
const isSpecific = (code: string | undefined): code is string =>
  code !== undefined && code !== '' && !/^\d\.[0135]\.0$/.test(code)

/**
 * Finds the enhanced status code in a reply. It stands directly after the reply code (RFC 2034 §3), or in
 * parentheses at the end (qmail). A number elsewhere, such as an IP address, is not a code.
 */
function findEnhancedCode(reply: string): string | undefined {
  const afterCode = /\b[45]\d\d[ -]+#?([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(reply)
  return (afterCode ?? /\(#([45]\.\d{1,3}\.\d{1,3})\)/.exec(reply))?.[1]
}

/**
 * The codes that mean a wrong address. 5.1.10 is a null MX (RFC 7505), and an unknown user at Exchange
 * Online. 5.4.310 is an unknown domain at Exchange Online. 5.7.17 and 5.7.18: the mailbox or the domain has
 * another owner (RFC 7293).
 */
const addressCode = /^5\.(?:1\.(?:1|2|3|4|6|10)|2\.1|4\.4|4\.310|7\.1[78])$/
const senderCode = /^[45]\.(?:7\.\d+|1\.[78]|4\.5|4\.6)$/

function causeOfCode(code: string, reply: string): RejectionCause {
  // Some servers reject the sender with a code for the recipient. In that case, the
  // text mentions no unknown user.
  if (addressCode.test(code)) return isUnknownUser(reply) ? 'address' : senderOr('address', reply)
  if (senderCode.test(code)) return 'sender'
  // Exchange Online rejects unknown recipients early, with 5.4.1.
  if (code === '5.4.1')
    return /recipient address(?:es)? rejected/i.test(reply) ? 'address' : 'other'
  return senderOr('other', reply)
}

const senderOr = (cause: RejectionCause, reply: string): RejectionCause =>
  causeOfText(reply) === 'sender' ? 'sender' : cause

const unknownUser = [
  /\b(?:user|recipient|mailbox|address|account|alias)\b[^.;]{0,80}\b(?:unknown|not found|not known|(?:does|do|did) ?n[o']t exist|is invalid|not listed in)/,
  /\b(?:unknown|invalid|no such|nonexistent|non-existent|inactive|unrouteable|undeliverable|bad destination) (?:local )?(?:user|recipient|mailbox|address|account|person|alias|local[- ]part|domain|destination)/,
  /\b(?:mailbox|account|user) (?:is )?(?:unavailable|disabled|inactive|closed|suspended)/,
  /\bno mailbox (?:here )?by that name|\bno mailbox here\b|\bnot our customer\b|\bnot a valid (?:user|mailbox|recipient)/,
  /\b(?:domain|host) (?:name )?(?:does not exist|not found|is unknown)|\bhost or domain name not found/,
  /\b(?:benutzer|empfänger|empfaenger|postfach|konto)\b.{0,60}\b(?:unbekannt|existiert nicht|nicht gefunden)/,
  /\b(?:destinataire|adresse|utilisateur|compte)\b.{0,60}\b(?:inconnue?|n['e ]{1,2}existe pas|introuvable|invalide)/,
  /\b(?:usuario|destinatario|utente|casella|indirizzo|utilizador|destinat[áa]rio)\b.{0,60}\b(?:desconocid[oa]|desconhecid[oa]|sconosciut[oa]|inesistente|(?:no|non|não|nao) (?:existe|esiste))/,
  /\bthat you tried to reach does not exist\b|\bdoesn't have an? \S+ account\b/,
]

const rejectedSender = [
  /\bspf\b|\bdkim\b|\bdmarc\b|\barc\b.{0,20}\bfail/,
  /\bblock ?list|\bblack ?list|\bdeny ?list|\bdnsbl\b|\brbl\b|\bspamhaus\b|\bspamcop\b|\bbarracuda|\bproofpoint\b|\bsorbs\b/,
  /\b(?:is|are|was|been|currently) (?:listed|blocked)\b|\bblocked (?:using|by|due|because|for)\b|^.{0,20}\bblocked\b|\blisted (?:at|in|on|by)\b/,
  /\breputation\b|\b(?:anti-?)?spam\b|\babuse\b|\bunsolicited\b|\bjunk\b|\bbulk mail\b|\bphish|\bvirus\b|\bmalware\b/,
  /\bpolicy\b|\bpolicies\b|\bnot (?:authori[sz]ed|permitted|allowed)\b|\brelay(?:ing)? (?:is |access )?(?:denied|not|prohibited)\b|\bprohibit/,
  /\b(?:sending|daily|hourly) limit\b|\btoo many\b|\brate\b|\bthrottl|\bexceeded .{0,30}(?:limit|messages|connections)|\bgreylist/,
  /\bauthenticat\w+ (?:credentials|failed|failure|required|unsuccessful)\b|\bnot verified\b/,
  /\bsenders?\b|\bmail from\b|\benvelope[- ]from\b|\bhelo\b|\behlo\b|\breverse dns\b|\brdns\b|\bptr\b/,
]

/** A pattern for the quota of the account that sends. The quota of a mailbox does not match. */
const sendingQuota = /\b(?:daily|hourly|monthly|sending|send) (?:\w+ ){0,2}(?:quota|limit)\b/

const fullMailbox =
  /\bquota\b|\b(?:mailbox|inbox) (?:is )?full\b|\bover ?quota\b|\binsufficient (?:system )?(?:storage|space)|\bout of storage\b|\btoo (?:large|big)\b|\bsize limit\b/

function causeOfText(reply: string): RejectionCause {
  const text = toPlainText(reply)
  if (sendingQuota.test(text)) return 'sender'
  if (fullMailbox.test(text)) return 'other'
  if (rejectedSender.some((pattern) => pattern.test(text))) return 'sender'
  return isUnknownUser(reply) ? 'address' : 'other'
}

const isUnknownUser = (reply: string): boolean => {
  const text = toPlainText(reply)
  return unknownUser.some((pattern) => pattern.test(text))
}

/**
 * Removes links and addresses from a reply, because their words say nothing about the reason. Also cuts the
 * end of a long reply, which says little.
 */
const toPlainText = (reply: string): string =>
  reply
    .slice(0, 1_000)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/https?:\/\/\S+|<[^<>]*>|[^\s@]+@[^\s@]+/g, '')
