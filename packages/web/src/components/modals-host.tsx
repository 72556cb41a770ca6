import { ModalsProvider, modals } from '@mantine/modals'
import { useEffect } from 'react'

/** Resolves when the provider listens, because an earlier event opens nothing. */
export const modalsReady = Promise.withResolvers<typeof modals>()

export function ModalsHost() {
  useEffect(() => modalsReady.resolve(modals), [])
  return <ModalsProvider>{null}</ModalsProvider>
}
