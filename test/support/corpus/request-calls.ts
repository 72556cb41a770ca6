import { type Call, create, get, ok } from './call-case.ts'

export function requests(): Call[] {
  const page = ok({ data: [], has_more: false })
  return [
    {
      name: 'escapes ids in the path',
      ...get,
      ids: ['../campaigns?x=/y z#é'],
      responses: [ok({})],
      expected: {
        requests: [
          { method: 'GET', path: '/gift_requests/..%2Fcampaigns%3Fx%3D%2Fy%20z%23%C3%A9' },
        ],
      },
    },
    {
      name: 'renders parameters of the query',
      call: 'gift_requests.list',
      query: {
        status: 'delivered',
        recipient_email: 'a+b@example.com',
        metadata: { order: '47 11', 'é&': '=' },
        limit: 5,
      },
      responses: [page],
      expected: {
        requests: [
          {
            method: 'GET',
            path: '/gift_requests',
            query: [
              ['status', 'delivered'],
              ['recipient_email', 'a+b@example.com'],
              ['metadata[order]', '47 11'],
              ['metadata[é&]', '='],
              ['limit', '5'],
            ],
          },
        ],
      },
    },
    {
      name: 'renders booleans',
      call: 'gift_requests.create_many',
      body: { gift_requests: [] },
      query: { dry_run: true },
      responses: [page],
      expected: {
        requests: [
          {
            method: 'POST',
            path: '/gift_requests/batch',
            query: [['dry_run', 'true']],
            body: { gift_requests: [] },
          },
        ],
        data: { data: [], has_more: false },
      },
    },
    {
      name: 'sends an empty body if the body is optional',
      call: 'gift_requests.send_again',
      ids: ['e71c'],
      responses: [ok({ id: 'x' })],
      expected: {
        requests: [{ method: 'POST', path: '/gift_requests/e71c/send_again', body: {} }],
        data: { id: 'x' },
      },
    },
    {
      name: 'sends no body if the operation has none',
      call: 'gift_requests.cancel',
      ids: ['e71c'],
      responses: [ok({ id: 'x' })],
      expected: { requests: [{ method: 'POST', path: '/gift_requests/e71c/cancel' }] },
    },
    {
      name: 'keeps unicode in bodies',
      ...create,
      body: { name: 'Zoë 李 🎁 \u2028' },
      responses: [ok({ name: 'Zoë 李 🎁' }, 201)],
      expected: {
        requests: [{ method: 'POST', path: '/gift_requests', body: { name: 'Zoë 李 🎁 \u2028' } }],
        data: { name: 'Zoë 李 🎁' },
      },
    },
    {
      name: 'returns text',
      call: 'reports.export_stock_levels',
      responses: [
        { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body: 'a,b\n' },
      ],
      expected: { requests: [{ method: 'GET', path: '/exports/stock_levels' }], data: 'a,b\n' },
    },
  ]
}
