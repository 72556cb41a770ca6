import { ModalsProvider, modals } from '@mantine/modals'
import { useEffect } from 'react'

/** A promise that resolves when the provider is mounted. Before that, opening a dialog has no effect. */
export const modalsReady = Promise.withResolvers<typeof modals>()

export function ModalsHost() {
  useEffect(() => modalsReady.resolve(modals), [])
  return <ModalsProvider>{null}</ModalsProvider>
}
