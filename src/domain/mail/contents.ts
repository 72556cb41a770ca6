import type { Content, Facts, Item, RecipientKind, Tracking } from './letters.ts'
import type { Key, Tongue } from './words/words.ts'

/** What a letter consists of, before it looks like anything. Both of its twins are made of this. */
export interface Parts {
  subject: string
  /** What a list of mails shows beside the subject. */
  preview: string
  heading: string
  /** Whom it greets; nothing where the sender's own words stand. */
  hello?: string
  /** Words of somebody else, kept as they were written, line by line, and set apart when `isQuote`. */
  words?: { lead?: string; text: string; isQuote: boolean }
  paragraphs: readonly string[]
  /** Things, one a line, each perhaps with an address to follow. */
  list?: { title?: string; lines: readonly { text: string; url?: string }[] }
  button: { label: string; url: string }
  /** Small, under the button. */
  notes: readonly string[]
  /** Small, at the end: why somebody gets this. */
  why: string
  decline?: { label: string; hint: string; url: string }
}

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
    ...told('shipping_problem', facts, tongue),
    ...(facts.reason === null ? {} : { words: { text: facts.reason, isQuote: true } }),
  }),
  delivery_failed: (facts, tongue) => told('delivery_failed', facts, tongue),
  link_again: (facts, tongue) => ({
    ...told('link_again', facts, tongue),
    notes: [until(facts, tongue)],
  }),

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
  return make(letter.facts, tongue)
}

type OfRecipient<Kind extends RecipientKind> = Facts[Kind]

/** The frame of a letter in the sender's own words. */
function forRecipient(
  kind: 'invitation' | 'announcement',
  facts: OfRecipient<typeof kind>,
  { say }: Tongue,
): Parts {
  const sender = facts.sender.name
  return {
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

/** A letter in our words to the recipient, about what became of the gift. */
function told(kind: ToldKind, facts: OfRecipient<ToldKind>, { say }: Tongue): Parts {
  const sender = facts.sender.name
  return {
    subject: oneLine(say(`${kind}.subject`, { sender })),
    preview: say(`${kind}.preview`, { sender }),
    heading: say(`${kind}.heading`, { sender }),
    hello: say('common.hello', { name: facts.first_name }),
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
  const { say, day } = tongue
  const sender = facts.sender.name
  const values = { sender, date: day(facts.expires_at), ...more }
  return {
    subject: oneLine(say(`${kind}.subject`, values)),
    preview: say(`${kind}.preview`, values),
    heading: say(`${kind}.heading`, values),
    hello: say('common.hello', { name: facts.first_name }),
    paragraphs: paragraphsOf(say(`${kind}.body`, values)),
    button: { label: say(`${kind}.button`), url: facts.url },
    notes: [],
    why: say('common.why', { sender, email: facts.sender.email }),
    decline: declineOf(facts, tongue),
  }
}

const until = ({ expires_at }: { expires_at: string }, { say, day }: Tongue) =>
  say('common.until', { date: day(expires_at) })

const declineOf = ({ url }: { url: string }, { say }: Tongue) => ({
  label: say('common.decline'),
  hint: say('common.decline_hint'),
  url: `${url}/decline`,
})

function thingsOf(
  title: Key,
  items: readonly Item[],
  { say }: Tongue,
  tracking: readonly Tracking[] = [],
): NonNullable<Parts['list']> {
  return {
    title: say(title),
    lines: [
      ...items.map(({ name, quantity }) => ({
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

function stalled({ gifts, web_url }: Facts['stalled'], { say }: Tongue): Parts {
  const count = gifts.length
  return {
    subject: say('stalled.subject', { count }),
    preview: say('stalled.preview'),
    heading: say('stalled.heading', { count }),
    paragraphs: [say('stalled.body')],
    list: {
      lines: gifts.map(({ reference, recipient, state, days }) => ({
        text: say('stalled.line', {
          reference,
          recipient,
          state: say(`stalled.${state}`),
          count: days,
        }),
      })),
    },
    button: { label: say('stalled.button'), url: web_url },
    notes: [],
    why: say('common.sender_why'),
  }
}

function failing(facts: Facts['failing_endpoint'], { say }: Tongue): Parts {
  const { endpoint, abandoned, attempts, failed } = facts
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint
  return {
    subject: oneLine(say('failing_endpoint.subject', { host })),
    preview: say('failing_endpoint.preview'),
    heading: say('failing_endpoint.heading', { host }),
    paragraphs: [
      say('failing_endpoint.body'),
      ...(failed > 0 ? [say('failing_endpoint.share', { failed, attempts })] : []),
      ...(abandoned > 0 ? [say('failing_endpoint.abandoned', { count: abandoned })] : []),
    ],
    list: { lines: [{ text: endpoint }] },
    button: { label: say('failing_endpoint.button'), url: facts.web_url },
    notes: [say('failing_endpoint.once')],
    why: say('common.sender_why'),
  }
}

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

/** A header is one line, whatever somebody has put into it. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

const excerptLength = 120

/** How a text begins, up to the end of a word. */
function excerpt(text: string): string {
  const line = oneLine(text.replace(/\s+/g, ' '))
  if (line.length <= excerptLength) return line
  const cut = line.slice(0, excerptLength)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 60))} …`
}
