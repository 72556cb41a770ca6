import { useMe } from '#web/session.ts'

/**
 * Returns whether the account has the Enterprise tier. Webhooks require this tier, but past deliveries are
 * readable on any tier.
 */
export const useIsEnterprise = (): boolean => useMe().account.tier === 'enterprise'
