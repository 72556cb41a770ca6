import type { Encoding } from './encoding-names.ts'
import { type EncodingProfile, profiles } from './encoding-profiles.ts'
import { TableError } from './table.ts'

export interface DecodedText {
  text: string
  encoding: Encoding
  /** Whether the bytes prove the encoding, by a byte order mark or because they are valid UTF-8. */
  isCertain: boolean
}

/** Decodes a file. If no encoding was chosen, the bytes decide, and after them the letters of the text. */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): DecodedText {
  if (chosen !== undefined) return decodeChosen(bytes, chosen)
  const unicode = findUnicode(bytes)
  if (unicode !== undefined) return unicode
  return guessLegacy(bytes)
}

function decodeChosen(bytes: Uint8Array, encoding: Encoding): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.includes('\0')) throw new TableError('wrong_encoding')
  return { text, encoding, isCertain: true }
}

/** Decodes UTF-16 and UTF-8. Returns undefined for other bytes. */
function findUnicode(bytes: Uint8Array): DecodedText | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes, 'utf-16be')
  const unmarked = guessUtf16(bytes)
  if (unmarked !== undefined) return decodeUtf16(bytes, unmarked)
  const text = tryDecode(bytes, 'utf-8')
  if (text !== undefined) return { text: rejectNul(text), encoding: 'utf-8', isCertain: true }
  return findDamagedUtf8(bytes)
}

const decodeUtf16 = (bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText => ({
  text: rejectNul(new TextDecoder(encoding).decode(bytes)),
  encoding,
  isCertain: true,
})

function rejectNul(text: string): string {
  if (text.includes('\0')) throw new TableError('not_text')
  return text
}

const sampleBytes = 4_096

/**
 * Detects UTF-16 without a byte order mark. In such a file, one byte of each separator and line end is zero,
 * always the first or always the second.
 */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleBytes)
  let even = 0
  let odd = 0
  for (const [index, byte] of sample.entries()) if (byte === 0) index % 2 === 0 ? even++ : odd++
  if (bytes.length % 2 === 1 || even + odd < Math.max(3, sample.length / 50)) return undefined
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : undefined
}

function tryDecode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decodes damaged UTF-8. A few damaged bytes do not mean another encoding if most
 * characters beyond ASCII are valid.
 */
function findDamagedUtf8(bytes: Uint8Array): DecodedText | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  const damaged = text.split('\ufffd').length - 1
  const valid = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return valid > damaged * 2
    ? { text: rejectNul(text), encoding: 'utf-8', isCertain: false }
    : undefined
}

/** The maximum number of bytes of a file whose letters are compared. */
const maxCompared = 200_000

/** Decodes a file with the encoding whose text looks most like the words of one language. */
function guessLegacy(bytes: Uint8Array): DecodedText {
  const sample = cutAtLineEnd(bytes.subarray(0, maxCompared), bytes.length)
  const scored = profiles
    .flatMap((profile) => {
      const text = tryDecode(sample, profile.encoding)
      return text === undefined ? [] : [{ profile, score: scoreText(text, profile) }]
    })
    .toSorted((one, other) => other.score - one.score)
  const encoding = scored[0]?.profile.encoding ?? 'windows-1252'
  return { text: rejectNul(new TextDecoder(encoding).decode(bytes)), encoding, isCertain: false }
}

/** Cuts a sample at a line end, because it must not end inside a character of several bytes. */
function cutAtLineEnd(sample: Uint8Array, length: number): Uint8Array {
  const end = sample.length === length ? -1 : sample.lastIndexOf(10)
  return end < 0 ? sample : sample.subarray(0, end)
}

/**
 * Returns the average weight of the characters beyond ASCII, between -2 and 1. The weight depends on the
 * kind of the character: a letter of the language that fits best, a letter of another language of the
 * encoding, another letter of the script, punctuation between words, or a character that no name
 * contains. Words of two scripts, or with a capital inside, indicate a wrong encoding. A known name of a
 * column indicates the right encoding.
 */
function scoreText(text: string, profile: EncodingProfile): number {
  const special = text.match(/[^\p{ASCII}]/gu) ?? []
  if (special.length === 0) return 0
  const letters = Math.max(
    ...profile.languages.map((language) =>
      special.reduce((sum, sign) => sum + weigh(sign, language, profile), 0),
    ),
  )
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  const strange = words.filter((word) => isStrange(word, profile)).length
  const symbols = text.match(/\p{L}[^\p{ASCII}\p{L}\p{M}\p{N}’·・ー]\p{L}/gu)?.length ?? 0
  const headings = profile.headings?.test(text) === true ? 0.5 : 0
  return (letters - strange - symbols) / special.length + headings
}

function weigh(
  sign: string,
  language: ReadonlySet<string>,
  { languages, script }: EncodingProfile,
): number {
  if (language.has(sign)) return 1
  if (languages.some((other) => other.has(sign))) return 0.7
  if (script.test(sign)) return 0.4
  if (/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(sign)) return -2
  return /[\p{P}\p{Z}\p{Nd}€°№®]/u.test(sign) ? 0.5 : -1
}

const isStrange = (word: string, { isLatin }: EncodingProfile): boolean =>
  /[^\p{ASCII}]/u.test(word) &&
  (/\p{Ll}\p{Lu}/u.test(word) ||
    (!isLatin && /[a-z]/i.test(word)) ||
    (isLatin && /^(?:[^àáâåæèéêíóôöøúäü]|\p{L}{4,})$/u.test(word) && !/[a-z]/i.test(word)))
