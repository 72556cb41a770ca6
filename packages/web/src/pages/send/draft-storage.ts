import type { SendDraft } from './send-draft.ts'

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

/** A key per user, for shared browsers. */
export const loadDraft = (userId: string): Promise<SendDraft | undefined> =>
  ignoreErrors(runRequest<SendDraft | undefined>('readonly', (drafts) => drafts.get(userId)))

export const saveDraft = (userId: string, draft: SendDraft): Promise<unknown> =>
  ignoreErrors(runRequest('readwrite', (drafts) => drafts.put(draft, userId)))

export const deleteDraft = (userId: string): Promise<unknown> =>
  ignoreErrors(runRequest('readwrite', (drafts) => drafts.delete(userId)))
