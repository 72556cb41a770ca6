import { useMe } from '#web/session.ts'

/** Webhooks belong to the Enterprise tier; what was sent can be read on any. */
export const useIsEnterprise = (): boolean => useMe().account.tier === 'enterprise'
