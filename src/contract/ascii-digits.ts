/**
 * Replaces the decimal digits of every script by ASCII digits. In Unicode, the ten digits of a script follow
 * each other and begin with zero.
 */
export const toAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let value = digit.codePointAt(0) ?? 0
    let count = 0
    while (/^\p{Nd}$/u.test(String.fromCodePoint(value - 1))) {
      value -= 1
      count += 1
    }
    return String(count % 10)
  })
