import { queryClient } from '#web/query-client.ts'

/*
 * Records the requests of the web app to the public API. The recording starts when a user first asks for the
 * requests, and ends when the window closes. The code loads only when the recording starts, so other users
 * have no recorder.
 */

/** A request of the web app to an operation of the public API. */
export interface RecordedRequest {
  id: number
  /** The id of the operation in the API reference. */
  operation: string
  method: string
  /** The path after /api, without the query. */
  path: string
  query: readonly (readonly [name: string, value: string])[]
  body: Readonly<Record<string, unknown>> | undefined
  status: number
  /** The parameters and members of the body that only the web app may send. */
  appOnly: readonly string[]
}

const prefix = '/admin/api'
const maxRequests = 50

let recorded: readonly RecordedRequest[] = []
let isRecording = false
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Starts the recording, and loads the data of the page again. So the read requests of the page are the first
 * requests in the record.
 */
export function startRecording(): void {
  if (!isRecording) record()
  isRecording = true
  void queryClient.refetchQueries({ type: 'active' })
}

/** The latest requests, with the newest first. */
export const requestRecord = {
  getSnapshot: () => recorded,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function record(): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, options) => {
    const response = await send(input, options)
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin)
    const operation = response.headers.get('bestow-operation')
    if (operation === null || !url.pathname.startsWith(prefix)) return response
    lastId += 1
    const request: RecordedRequest = {
      id: lastId,
      operation,
      method: options?.method ?? 'GET',
      path: url.pathname.slice(prefix.length),
      query: [...url.searchParams].filter(([name]) => name !== 'in_account'),
      body: typeof options?.body === 'string' ? JSON.parse(options.body) : undefined,
      status: response.status,
      appOnly: ['bestow-app-parameters', 'bestow-app-members'].flatMap(
        (name) => response.headers.get(name)?.split(' ') ?? [],
      ),
    }
    recorded = [request, ...recorded].slice(0, maxRequests)
    for (const listener of listeners) listener()
    return response
  }
}
