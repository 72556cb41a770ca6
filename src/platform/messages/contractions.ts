/** Returns a word and the space after it in the form that they have before a value. */
type Contract = (word: string, value: string) => string

const frenchVowel = /^(?:[aeiouàâäéèêëîïôöùûüœæ]|y[^aeiou\W])/i

/**
 * Contracts 'de Anna' to 'd’Anna'. An h is not contracted, because only the origin of a name
 * tells whether the h is silent.
 */
const contractFrench: Contract = (word, value) =>
  /^(?:d|qu|jusqu|lorsqu|puisqu)e $/i.test(word) && frenchVowel.test(value)
    ? `${word.slice(0, -2)}’`
    : word

const italianArticles: Readonly<Record<string, string>> = {
  'il ': 'l’',
  'Il ': 'L’',
  'al ': 'all’',
  'dal ': 'dall’',
  'del ': 'dell’',
}

/** Contracts 'al 8 maggio' to 'all’8 maggio', because the spoken number begins with a vowel: otto, undici. */
const contractItalian: Contract = (word, value) =>
  /^(?:8|11)\b/.test(value) ? (italianArticles[word] ?? word) : word

const contractions: Readonly<Partial<Record<string, Contract>>> = {
  fr: contractFrench,
  it: contractItalian,
}

/** Finds how a language contracts a word before a value, such as French 'de' before a name. */
export const findContraction = (language: string): Contract =>
  contractions[language] ?? ((word) => word)
