import { type Call, entry, errors, get, json, type Response, requestId } from './call-case.ts'

export function errorResponses(): Call[] {
  const required = entry('validation_error', 'required', 'is required', 'campaign_id')
  const missing = (index: number) => ({ ...required, param: `gift_requests.${index}.campaign_id` })
  const tail = ` (request ${requestId})`
  const failure = (name: string, response: Response, error: Record<string, unknown>): Call => ({
    name,
    ...get,
    responses: [response],
    expected: { attempts: 1, error: { status: response.status, ...error } },
  })
  return [
    failure('404', errors(404, entry('not_found_error', 'not_found', 'There is nothing here.')), {
      class: 'NotFoundError',
      code: 'not_found',
      message: `404 not_found: There is nothing here.${tail}`,
      request_id: requestId,
      params: [null],
    }),
    failure('422 with one error', errors(422, required), {
      class: 'ValidationError',
      code: 'required',
      message: `422 required: campaign_id is required${tail}`,
      params: ['campaign_id'],
    }),
    failure('422 with many errors', errors(422, ...[0, 1, 2, 3, 4].map(missing)), {
      class: 'ValidationError',
      code: 'required',
      message: `422 required: ${[0, 1, 2].map((index) => `gift_requests.${index}.campaign_id is required`).join('; ')}; and 2 more${tail}`,
    }),
    failure(
      '400 about the query',
      errors(400, entry('validation_error', 'invalid', 'is not valid', 'limit')),
      {
        class: 'ValidationError',
      },
    ),
    failure(
      '400 about the version',
      errors(400, entry('api_error', 'unsupported_api_version', 'Send the header.')),
      {
        class: 'UnsupportedVersionError',
      },
    ),
    failure('400 without a field', errors(400, entry('api_error', 'invalid_json', 'Not JSON.')), {
      class: 'BestowError',
      code: 'invalid_json',
    }),
    failure('401', errors(401, entry('authentication_error', 'unauthorized', 'Not valid here.')), {
      class: 'AuthenticationError',
    }),
    failure('403', errors(403, entry('permission_error', 'forbidden', 'Not allowed.')), {
      class: 'PermissionError',
    }),
    failure('409', errors(409, entry('conflict_error', 'invalid_transition', 'Too late.')), {
      class: 'ConflictError',
    }),
    failure(
      '409 about the key',
      errors(409, entry('conflict_error', 'idempotency_key_reused', 'Used.')),
      {
        class: 'IdempotencyConflictError',
      },
    ),
    failure('413', errors(413, entry('api_error', 'payload_too_large', 'Too large.')), {
      class: 'BestowError',
    }),
    failure(
      '429',
      {
        ...errors(429, entry('rate_limit_error', 'too_many_requests', 'Wait.')),
        headers: { ...json, 'retry-after': '7' },
      },
      { class: 'RateLimitError', retry_after_ms: 7_000, request_id: null },
    ),
    failure('500', errors(500, entry('server_error', 'internal_error', 'Sorry.')), {
      class: 'ServerError',
    }),
    failure(
      '502 of a proxy',
      { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway' },
      {
        class: 'ServerError',
        code: null,
        message: 'The service returned 502 without an error message.',
      },
    ),
    failure('404 with an empty body', { status: 404 }, { class: 'NotFoundError', code: null }),
    failure(
      'errors that are no list',
      { status: 422, headers: json, body: '{"errors":{"a":1}}' },
      {
        class: 'ValidationError',
        code: null,
      },
    ),
    failure(
      'errors that are no objects',
      { status: 422, headers: json, body: '{"errors":[null,"x",3]}' },
      {
        class: 'ValidationError',
        code: '',
      },
    ),
    failure(
      'JSON:API',
      {
        status: 422,
        headers: { 'content-type': 'application/vnd.api+json' },
        body: '{"errors":[{"status":"422","code":"required","title":"Invalid","detail":"is required","source":{"pointer":"/data/attributes/first_name"}}]}',
      },
      {
        class: 'ValidationError',
        code: 'required',
        message: '422 required: /data/attributes/first_name is required',
        params: ['/data/attributes/first_name'],
      },
    ),
    failure(
      'OAuth',
      {
        status: 400,
        headers: json,
        body: '{"error":"invalid_grant","error_description":"It has been used."}',
      },
      {
        class: 'BestowError',
        code: 'invalid_grant',
        message: '400 invalid_grant: It has been used.',
      },
    ),
    failure(
      'a redirect',
      { status: 307, headers: { location: 'https://example.com/' } },
      {
        class: 'ConnectionError',
      },
    ),
    failure(
      '200 of another server',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hello' },
      {
        class: 'ConnectionError',
      },
    ),
  ]
}
