import { greetingName } from '#platform/person-name'
import { failing, stalled } from './contents-alerts.ts'
import type { Content, Facts, Item, RecipientKind, ToRecipient, Tracking } from './letters.ts'
import { oneLine, type Parts } from './parts.ts'
import type { Key, Tongue } from './words/words.ts'

/** To add a kind: its line here. */
const makers: { [Kind in Content['kind']]: (facts: Facts[Kind], tongue: Tongue) => Parts } = {
  invitation: (facts, tongue) => ({
    ...forRecipient('invitation', facts, tongue),
    subject: oneLine(facts.message.subject),
    preview: excerpt(facts.message.body),
    words: { text: facts.message.body, isQuote: false },
    notes: [until(facts, tongue)],
    decline: declineOf(facts, tongue),
  }),
  announcement: (facts, tongue) => ({
    ...forRecipient('announcement', facts, tongue),
    subject: oneLine(facts.message.subject),
    preview: excerpt(facts.message.body),
    words: { text: facts.message.body, isQuote: false },
    notes: [tongue.say('announcement.after')],
  }),
  reminder: (facts, tongue) => ({
    ...waiting('reminder', facts, tongue),
    notes: [until(facts, tongue)],
  }),
  expiring: (facts, tongue) => waiting('expiring', facts, tongue, { count: facts.days }),
  redeemed: (facts, tongue) => ({
    ...told('redeemed', facts, tongue),
    list: thingsOf('redeemed.items', facts.items, tongue),
  }),
  ready: (facts, tongue) => ({
    ...told('ready', facts, tongue),
    list: thingsOf('ready.items', facts.items, tongue),
  }),
  dispatched: (facts, tongue) => ({
    ...told('dispatched', facts, tongue),
    list: thingsOf('dispatched.items', facts.items, tongue, facts.tracking),
  }),
  delivered: (facts, tongue) => told('delivered', facts, tongue),
  shipping_problem: (facts, tongue) => ({
    ...told('shipping_problem', withOwnUrl(facts), tongue),
    ...(facts.reason === null ? {} : { words: { text: facts.reason, isQuote: true } }),
  }),
  delivery_failed: (facts, tongue) => told('delivery_failed', withOwnUrl(facts), tongue),
  link_again: (facts, tongue) => ({
    ...told('link_again', facts, tongue),
    notes: [until(facts, tongue)],
  }),
  claim_link: (facts, tongue) => ({
    ...told('claim_link', facts, tongue),
    notes: [tongue.say('claim_link.minutes', { count: facts.minutes })],
  }),
  recipient_link: (facts, tongue) => ({
    ...told('recipient_link', withOwnUrl(facts), tongue),
    notes: [tongue.say('recipient_link.minutes', { count: facts.minutes })],
  }),
  parcel_lost: (facts, tongue) => told('parcel_lost', facts, tongue),
  parcel_returned: (facts, tongue) => told('parcel_returned', facts, tongue),
  gift_cancelled: (facts, tongue) => told('gift_cancelled', facts, tongue),

  thanks: (facts, tongue) => ({
    ...aboutGift('thanks', facts, tongue),
    preview: excerpt(facts.text),
    paragraphs: [],
    words: { lead: tongue.say('thanks.body'), text: facts.text, isQuote: true },
  }),
  declined: (facts, tongue) => ({
    ...aboutGift('declined', facts, tongue),
    preview: tongue.say('declined.preview'),
    ...quoted(tongue.say('declined.reason'), facts.reason),
  }),
  asked: (facts, tongue) => ({
    ...aboutGift('asked', facts, tongue),
    preview: tongue.say('asked.preview'),
    ...quoted(tongue.say('asked.text'), facts.text),
  }),
  bounced: (facts, tongue) => ({
    ...aboutGift('bounced', facts, tongue),
    preview: tongue.say('bounced.preview', { email: facts.email }),
    ...quoted(tongue.say('bounced.error'), facts.error),
  }),
  stalled: (facts, tongue) => stalled(facts, tongue),
  failing_endpoint: (facts, tongue) => failing(facts, tongue),

  invite_colleague: (facts, tongue) =>
    aboutAccess('invite_colleague', facts.url, tongue, {
      inviter: facts.inviter,
      account: facts.account,
    }),
  reset_password: (facts, tongue) =>
    aboutAccess('reset_password', facts.url, tongue, { count: facts.minutes }),
  verify_address: (facts, tongue) => aboutAccess('verify_address', facts.url, tongue),
}

/** What the letter consists of in this language. */
export function partsOf(letter: Content, tongue: Tongue): Parts {
  const make = makers[letter.kind] as (facts: Content['facts'], tongue: Tongue) => Parts
  return { ...make(letter.facts, tongue), fallback: tongue.say('common.link') }
}

type OfRecipient<Kind extends RecipientKind> = Facts[Kind]

/** The frame of a letter in the sender's own words. */
function forRecipient(
  kind: 'invitation' | 'announcement',
  facts: OfRecipient<typeof kind>,
  tongue: Tongue,
): Parts {
  const { say } = tongue
  const sender = facts.sender.name
  const [firstLine = ''] = facts.message.body.trim().split('\n')
  // 'Dear Ada' or 'Hello,'
  const isNamed = facts.first_name !== '' && firstLine.includes(facts.first_name)
  const isGreeted = isNamed || /^.{1,40}[,!，、]$/u.test(firstLine.trim())
  return {
    ...(isGreeted ? {} : greeting(facts, tongue)),
    subject: '',
    preview: '',
    heading: say(`${kind}.heading`, { sender }),
    paragraphs: [],
    button: { label: say(`${kind}.button`), url: facts.url },
    notes: [],
    why: say('common.why', { sender, email: facts.sender.email }),
  }
}

type ToldKind =
  | 'redeemed'
  | 'ready'
  | 'dispatched'
  | 'delivered'
  | 'shipping_problem'
  | 'delivery_failed'
  | 'link_again'
  | 'claim_link'
  | 'recipient_link'
  | 'parcel_lost'
  | 'parcel_returned'
  | 'gift_cancelled'

const withOwnUrl = <F extends { url: string; own_url?: string }>(facts: F): F => ({
  ...facts,
  url: facts.own_url ?? facts.url,
})

/** The greeting; none without a name. */
function greeting(
  { first_name, last_name = '' }: ToRecipient,
  { language, say }: Tongue,
): Pick<Parts, 'hello'> {
  const name = greetingName({ first_name, last_name }, language)
  return name === '' ? {} : { hello: say('common.hello', { name }) }
}

/** A letter in our words to the recipient, about what became of the gift. */
function told(kind: ToldKind, facts: OfRecipient<ToldKind>, tongue: Tongue): Parts {
  const { say } = tongue
  const sender = facts.sender.name
  return {
    subject: oneLine(say(`${kind}.subject`, { sender })),
    preview: say(`${kind}.preview`, { sender }),
    heading: say(`${kind}.heading`, { sender }),
    ...greeting(facts, tongue),
    paragraphs: paragraphsOf(say(`${kind}.body`, { sender })),
    button: { label: say(`${kind}.button`), url: facts.url },
    notes: [],
    why: say('common.why', { sender, email: facts.sender.email }),
  }
}

/** A letter to somebody who has not opened the gift yet. */
function waiting(
  kind: 'reminder' | 'expiring',
  facts: OfRecipient<'reminder'>,
  tongue: Tongue,
  more: { count?: number } = {},
): Parts {
  const { say, lastDay } = tongue
  const sender = facts.sender.name
  const values = { sender, date: lastDay(facts.expires_at), ...more }
  return {
    subject: oneLine(say(`${kind}.subject`, values)),
    preview: say(`${kind}.preview`, values),
    heading: say(`${kind}.heading`, values),
    ...greeting(facts, tongue),
    paragraphs: paragraphsOf(say(`${kind}.body`, values)),
    button: { label: say(`${kind}.button`), url: facts.url },
    notes: [],
    why: say('common.why', { sender, email: facts.sender.email }),
    decline: declineOf(facts, tongue),
  }
}

const until = ({ expires_at }: { expires_at: string }, { say, lastDay }: Tongue) =>
  say('common.until', { date: lastDay(expires_at) })

const declineOf = ({ url }: { url: string }, { say }: Tongue) => ({
  label: say('common.decline'),
  hint: say('common.decline_hint'),
  url: `${url}/decline`,
})

function thingsOf(
  title: Key,
  items: readonly Item[] | null,
  { say }: Tongue,
  tracking: readonly Tracking[] = [],
): NonNullable<Parts['list']> {
  return {
    title: say(title),
    lines: [
      ...(items === null ? [{ text: say('common.surprise') }] : []),
      ...(items ?? []).map(({ name, quantity }) => ({
        text: quantity === 1 ? name : say('common.quantity', { name, quantity }),
      })),
      ...tracking.map(({ carrier, code, url }) => ({
        text: say('common.tracking', { carrier, code }),
        ...(url !== null && /^https?:\/\//.test(url) ? { url } : {}),
      })),
    ],
  }
}

/** A letter to the sender about one gift request. */
function aboutGift(
  kind: 'thanks' | 'declined' | 'asked' | 'bounced',
  facts: { recipient: string; reference: string; web_url: string; email?: string },
  { say }: Tongue,
): Parts {
  const { recipient, reference, email = '' } = facts
  return {
    subject: oneLine(say(`${kind}.subject`, { recipient })),
    preview: '',
    heading: say(`${kind}.heading`, { recipient }),
    paragraphs: paragraphsOf(say(`${kind}.body`, { recipient, email })),
    button: { label: say(`${kind}.button`), url: facts.web_url },
    notes: [say('common.reference', { reference })],
    why: say('common.sender_why'),
  }
}

const quoted = (lead: string, text: string | null): Pick<Parts, 'words'> =>
  text === null || text === '' ? {} : { words: { lead, text, isQuote: true } }

function aboutAccess(
  kind: 'invite_colleague' | 'reset_password' | 'verify_address',
  url: string,
  { say }: Tongue,
  values: Readonly<Record<string, string | number>> = {},
): Parts {
  return {
    subject: oneLine(say(`${kind}.subject`, values)),
    preview: say(`${kind}.preview`, values),
    heading: say(`${kind}.heading`, values),
    paragraphs: paragraphsOf(say(`${kind}.body`, values)),
    button: { label: say(`${kind}.button`), url },
    notes: [],
    why: say('common.account_why'),
  }
}

const paragraphsOf = (text: string): string[] => text.split('\n\n')

const excerptLength = 120

/** How a text begins, up to the end of a word. */
function excerpt(text: string): string {
  const line = oneLine(text.replace(/\s+/g, ' '))
  if (line.length <= excerptLength) return line
  const cut = line.slice(0, excerptLength)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 60))} …`
}
