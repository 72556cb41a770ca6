/*
 * The limits of campaigns, for the public API and the web app.
 */

/** The largest budget of a campaign. */
export const maxBudgetMinor = 1_000_000_000_000
export const maxCostCentreLength = 64
