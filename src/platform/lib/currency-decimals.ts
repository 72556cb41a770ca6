/*
 * Amounts of money are integers in the smallest unit of their currency: 758 USD are 7.58 dollars, and 758 JPY are
 * 758 yen.
 */

/**
 * The currencies of ISO 4217 that do not have two decimals. `Intl` cannot provide them: V8 follows CLDR,
 * which has no decimals for the forint, and browsers follow ISO 4217.
 */
const exceptions = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((currency) => [currency, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((currency) => [currency, 3] as const),
  ...'CLF UYW'.split(' ').map((currency) => [currency, 4] as const),
])

/**
 * Returns the number of decimals of a currency: 2 for EUR, 0 for JPY. Ignores case.
 * Returns 2 for unknown currencies.
 */
export const fractionDigits = (currency: string): number =>
  exceptions.get(currency.trim().toUpperCase()) ?? 2

/** Converts an amount such as `7.58` or `'7.58'` to the smallest unit of the currency. */
export const toMinorUnits = (amount: number | string, currency: string): number =>
  Math.round(Number(amount) * 10 ** fractionDigits(currency))

/** Converts an amount in the smallest unit of its currency: 758 USD are 7.58. */
export const fromMinorUnits = (amount_minor: number, currency: string): number =>
  amount_minor / 10 ** fractionDigits(currency)
