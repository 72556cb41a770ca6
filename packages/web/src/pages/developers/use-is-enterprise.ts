import { useMe } from '#web/session.ts'

/** Webhooks require the Enterprise tier; past deliveries are readable on any tier. */
export const useIsEnterprise = (): boolean => useMe().account.tier === 'enterprise'
