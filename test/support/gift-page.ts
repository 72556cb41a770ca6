import assert from 'node:assert/strict'
import type { AdminClient } from '#test/admin-harness'

const parts = ['history', 'parcels', 'emails', 'problem_reports'] as const

/** Reads what the page of a gift shows, with the same operations as the page. */
export async function readGiftPage(client: Pick<AdminClient, 'get'>, id: string | undefined) {
  const read = async (path: string) => {
    const response = await client.get(path)
    assert.equal(response.status, 200, response.text)
    return response.json
  }
  const path = `/gift_requests/${id}`
  const [gift, details, events, ...lists] = await Promise.all([
    read(path),
    read(`${path}/details`),
    read(`/gift-requests/${id}/events`),
    ...parts.map((part) => read(`${path}/${part}`)),
  ])
  const listed = Object.fromEntries(parts.map((part, at) => [part, lists[at].data]))
  return { ...gift, ...details, ...listed, events: events.data }
}
