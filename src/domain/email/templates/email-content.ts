/** What a letter consists of, before it looks like anything. Both of its twins are made of this. */
export interface EmailContent {
  subject: string
  /** What a list of mails shows beside the subject. */
  preview: string
  heading: string
  /** Whom it greets; nothing where the sender's own words stand. */
  greeting?: string
  /** Words of somebody else, kept as they were written, line by line, and set apart when `isQuote`. */
  message?: { lead?: string; text: string; isQuote: boolean }
  paragraphs: readonly string[]
  /** Things, one a line, each perhaps with an address to follow. */
  list?: { title?: string; items: readonly { text: string; url?: string }[] }
  button: { label: string; url: string }
  /** Above the address of the button, for readers whose button does not work. */
  fallback?: string
  /** Small, under the button. */
  notes: readonly string[]
  /** Small, at the end: why somebody gets this. */
  footer: string
  decline?: { label: string; hint: string; url: string }
}

/** A header is one line, whatever somebody has put into it. */
export const toSingleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()
