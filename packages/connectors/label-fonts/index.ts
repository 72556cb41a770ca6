import { fileURLToPath } from 'node:url'
import type { FontFamilies } from '#fulfilment/documents'

/**
 * Noto Sans for every script of addresses, as variable fonts in slices. To add a script, add its package and a
 * line.
 */
export const labelFonts: FontFamilies = {
  resolve: (family, file) =>
    fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`)),
  // biome-ignore format: one family a line
  scripts: [
    ['noto-sans', 'latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'],
    ['noto-sans-arabic', 'arabic'],
    ['noto-sans-hebrew', 'hebrew'],
    ['noto-sans-thai', 'thai'],
    ['noto-sans-georgian', 'georgian'],
    ['noto-sans-armenian', 'armenian'],
    ['noto-sans-bengali', 'bengali'],
    ['noto-sans-tamil', 'tamil'],
    ['noto-sans-telugu', 'telugu'],
    ['noto-sans-kannada', 'kannada'],
    ['noto-sans-malayalam', 'malayalam'],
    ['noto-sans-gujarati', 'gujarati'],
    ['noto-sans-gurmukhi', 'gurmukhi'],
    ['noto-sans-oriya', 'oriya'],
    ['noto-sans-sinhala', 'sinhala'],
    ['noto-sans-khmer', 'khmer'],
    ['noto-sans-lao', 'lao'],
    ['noto-sans-ethiopic', 'ethiopic'],
    ['noto-sans-thaana', 'thaana'],
  ],
  han: {
    jp: ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-kr'],
    kr: ['noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc'],
    sc: ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'],
    tc: ['noto-sans-tc', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'],
  },
  symbols: [
    ['noto-sans-arabic', 'symbols', 'math'],
    ['noto-emoji', '[0]', '[1]', '[2]', '[3]', '[4]', '[5]', '[6]', '[7]', '[8]', '[9]'], // emoji in outline, for every printer
  ],
}
