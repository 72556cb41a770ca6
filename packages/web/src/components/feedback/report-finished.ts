import { queryClient } from '#web/query-client.ts'
import { announce } from './announcer.tsx'
import { type FinishedWork, finishedWorkKey, keepForever } from './finished-work.ts'

const maxEntries = 20

/** Adds an entry to the notifications and announces it. */
export function reportFinished(text: string, path: string, id: string = crypto.randomUUID()): void {
  const entry = { id, text, path, at: new Date().toISOString() }
  queryClient.setQueryDefaults(finishedWorkKey, keepForever)
  queryClient.setQueryData<FinishedWork[]>(finishedWorkKey, (entries = []) =>
    [entry, ...entries].slice(0, maxEntries),
  )
  announce(text)
}
