/*
 * The limits of products and stock, for the public API and the web app.
 */

/** The largest weight and length of a variant: a tonne, and ten metres. */
export const maxWeightGrams = 1_000_000
export const maxLengthMm = 10_000
export const maxDeclaredValueMinor = 2_000_000_000
export const maxUnitCostMinor = 2_000_000_000

/** The largest amount of a donation, and the largest cap of its variant. */
export const maxDonationAmountMinor = 1_000_000_000
export const maxDonationCap = 1_000_000
export const maxRegistrationNumberLength = 100
export const maxCharityUrlLength = 500

/** More entries than there are countries and states have no meaning. */
export const maxDestinations = 350

/** The largest count of a stock level. */
export const maxAvailable = 10_000_000

export const productKinds = ['physical', 'digital', 'donation'] as const
export const destinationModes = ['all', 'allow', 'deny'] as const
export const deliveries = ['code', 'link', 'file'] as const
