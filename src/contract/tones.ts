import type { Language } from './languages.ts'

/** How a text addresses its reader, in languages with two forms: Sie or du, vous or tu. */
export const tones = ['formal', 'informal'] as const
export type Tone = (typeof tones)[number]

/**
 * How the texts of each language address their reader, and the other form if accounts can choose it: its texts are in
 * `<area>.<tone>.json`. A language that is not here has one form. A test finds words of the other form.
 */
export const tonesByLanguage: Readonly<Partial<Record<Language, { usual: Tone; other?: Tone }>>> = {
  de: { usual: 'formal', other: 'informal' },
  es: { usual: 'informal', other: 'formal' },
  fr: { usual: 'formal', other: 'informal' },
  it: { usual: 'informal' },
  nl: { usual: 'informal', other: 'formal' },
  pl: { usual: 'informal' },
  pt: { usual: 'informal' },
  ja: { usual: 'formal' },
  ko: { usual: 'formal' },
  zh: { usual: 'formal', other: 'informal' },
  'zh-Hant': { usual: 'formal', other: 'informal' },
}
