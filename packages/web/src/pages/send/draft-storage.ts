import type { SendDraft } from './send-draft.ts'
import { hasEnded } from './send-summary.ts'

/*
 * Storage for the draft of a send. IndexedDB stores the draft, so the draft survives a reload. Lists of
 * recipients are too large for localStorage.
 */

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

/** Ignores errors of the storage, because sending works without a stored draft. */
const ignoreErrors = <T>(promise: Promise<T>): Promise<T | undefined> =>
  promise.catch(() => undefined)

/**
 * Returns the storage key of a draft. Each user has a key of their own, because several users can share a
 * browser. A started send has a separate key, so that it never replaces a new draft.
 */
const keyOf = (userId: string, isStarted: boolean) => (isStarted ? `started-${userId}` : userId)

const load = (userId: string, isStarted: boolean): Promise<SendDraft | undefined> =>
  ignoreErrors(
    runRequest<SendDraft | undefined>('readonly', (drafts) => drafts.get(keyOf(userId, isStarted))),
  )

/** Loads the draft of a send that has not started. */
export const loadDraft = (userId: string): Promise<SendDraft | undefined> => load(userId, false)

/**
 * Loads a send that stopped before it sent all its rows. If the send has ended, the function deletes the
 * stored draft: the list of sends already contains that send.
 */
export async function loadUnfinishedSend(userId: string): Promise<SendDraft | undefined> {
  const started = await load(userId, true)
  if (started === undefined || !hasEnded(started)) return started
  await remove(userId, true)
  return undefined
}

/**
 * Stores a draft under the key for its state, and deletes it under the other key. A draft changes its state
 * when its send starts, and when the user undoes the send.
 */
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
