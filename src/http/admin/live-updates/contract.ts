import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { customQuery, throwInvalidParameter } from '../lib/query.ts'
import { oneOfTexts } from '../lib/schemas.ts'

const topics = ['gift_requests', 'one_links', 'deliveries', 'requests'] as const

/** The list that a stream of live updates watches. */
export const LiveTopic = oneOfTexts(...topics)
export type LiveTopic = Static<typeof LiveTopic>

const maxIds = 100 // the maximum number of rows that one stream watches

interface Subscription {
  topic: LiveTopic
  ids: string[]
  newest: string | undefined
  /** The filters of the list in the form of its URL. Undefined if there are no filters. */
  filters: Record<string, string> | undefined
}

function parseSubscription(query: Readonly<Record<string, unknown>>): Subscription {
  const { ids, newest, filters } = query
  const topic =
    topics.find((each) => each === query.topic) ??
    throwInvalidParameter('topic', `must be one of ${topics.join(', ')}`, 'invalid')
  return {
    topic,
    ids: String(ids ?? '')
      .split(',')
      .filter(Boolean)
      .slice(0, maxIds),
    newest: typeof newest === 'string' && newest !== '' ? newest : undefined,
    filters:
      typeof filters === 'string' && filters !== ''
        ? Object.fromEntries(new URLSearchParams(filters))
        : undefined,
  }
}

export const streamUpdates = operation('GET', '/stream', {
  permission: 'any', // the handler checks the role for the topic
  summary: 'stream the changes to the rows that a page shows',
  isBackground: true,
  query: customQuery<
    Subscription,
    { topic: LiveTopic; ids: string; newest?: string | undefined; filters?: string | undefined }
  >(
    {
      topic: LiveTopic,
      ids: Type.String({ description: 'The ids of the shown rows, separated by commas.' }),
      newest: Type.String({ description: 'The id of the newest shown row.' }),
      filters: Type.String({ description: 'The filters of the list as a query string.' }),
    },
    parseSubscription,
  ),
  mediaTypes: ['text/event-stream'],
})
