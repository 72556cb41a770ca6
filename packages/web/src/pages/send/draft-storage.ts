import type { SendDraft } from './send-draft.ts'
import { hasEnded } from './send-summary.ts'

/* Stores a draft in IndexedDB, where it survives a reload. Lists are too large for localStorage. */

const storeName = 'drafts'

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('bestow', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function runRequest<T>(
  mode: IDBTransactionMode,
  createRequest: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const db = await openDatabase()
  try {
    return await new Promise((resolve, reject) => {
      const request = createRequest(db.transaction(storeName, mode).objectStore(storeName))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } finally {
    db.close()
  }
}

/** Ignores storage errors: sending works without a stored draft. */
const ignoreErrors = <T>(promise: Promise<T>): Promise<T | undefined> =>
  promise.catch(() => undefined)

/** A key per user, for shared browsers. A started send has its own key, so that it never stands in place of a new one. */
const keyOf = (userId: string, isStarted: boolean) => (isStarted ? `started-${userId}` : userId)

const load = (userId: string, isStarted: boolean): Promise<SendDraft | undefined> =>
  ignoreErrors(
    runRequest<SendDraft | undefined>('readonly', (drafts) => drafts.get(keyOf(userId, isStarted))),
  )

/** The draft of a send that has not started. */
export const loadDraft = (userId: string): Promise<SendDraft | undefined> => load(userId, false)

/** A send that stopped before all its rows were sent. One that has ended is a row of the list of sends, and is deleted here. */
export async function loadUnfinishedSend(userId: string): Promise<SendDraft | undefined> {
  const started = await load(userId, true)
  if (started === undefined || !hasEnded(started)) return started
  await remove(userId, true)
  return undefined
}

/** Stores a draft in its place: the editable one becomes a started send, and the reverse after an undo. */
export async function saveDraft(userId: string, draft: SendDraft): Promise<void> {
  const isStarted = draft.began_at !== null
  const previous = await load(userId, !isStarted)
  await ignoreErrors(
    runRequest('readwrite', (drafts) => drafts.put(draft, keyOf(userId, isStarted))),
  )
  if (previous?.id === draft.id) await remove(userId, !isStarted)
}

export const deleteDraft = (userId: string, { began_at }: SendDraft): Promise<unknown> =>
  remove(userId, began_at !== null)

const remove = (userId: string, isStarted: boolean): Promise<unknown> =>
  ignoreErrors(runRequest('readwrite', (drafts) => drafts.delete(keyOf(userId, isStarted))))
