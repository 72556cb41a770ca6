/**
 * The content of an email before rendering. The HTML and the plain-text version are both rendered from
 * it.
 */
export interface EmailContent {
  subject: string
  /** The preview text that email clients show next to the subject. */
  preview: string
  heading: string
  /** The greeting; absent where the sender's own message greets. */
  greeting?: string
  /** User-written text with its line breaks; rendered as a quotation when `isQuote`. */
  message?: { lead?: string; text: string; isQuote: boolean }
  paragraphs: readonly string[]
  list?: { title?: string; items: readonly EmailListItem[] }
  /** What the gift is and when it comes, below the heading. */
  receipt?: EmailReceipt
  button: { label: string; url: string }
  /** Text above the button's URL, for clients where the button does not work. */
  fallback?: string
  /** Small print below the button. */
  notes: readonly string[]
  /** Small print at the end: the reason why the recipient gets this email. */
  footer: string
  /** A link below the notes. */
  link?: { label: string; url: string }
  decline?: { label: string; hint: string; url: string }
  /** Stops the reminders of the gift. */
  unsubscribe?: { label: string; url: string }
  /** Describes the drawing of the wrapped gift. */
  artAlt?: string
  /** The photo of the sender. */
  photo?: { url: string; alt: string }
}

/** A list item: an optional title, a text, and a link, which is the text itself or an action below it. */
export interface EmailListItem {
  title?: string
  text: string
  url?: string
  action?: string
}

/** The items of a gift, with a picture beside each, and facts: about its delivery, or until when it can be opened. */
export interface EmailReceipt {
  title?: string
  items: readonly { text: string; image_url?: string }[]
  facts: readonly EmailFact[]
}

/** A labelled fact, such as a tracking number, which is a link to the page of the carrier. */
export interface EmailFact {
  label: string
  text: string
  url?: string
}

/** Converts text to a single line, which prevents header injection. */
export const toSingleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

export const splitParagraphs = (text: string): string[] => text.split('\n\n')

const maxExcerptLength = 120

/** Returns the start of a text, cut at the end of a word. A text without spaces is cut between two characters. */
export function excerpt(text: string): string {
  const line = toSingleLine(text.replace(/\s+/g, ' '))
  if (line.length <= maxExcerptLength) return line
  const cut = line.slice(0, maxExcerptLength)
  const end = Math.max(cut.lastIndexOf(' '), 60)
  return `${cut.slice(0, end).replace(/[\ud800-\udbff]$/, '')} …`
}
