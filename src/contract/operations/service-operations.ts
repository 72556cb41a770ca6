import { operation } from '../operation.ts'

export const serviceOperations = [
  operation({
    id: 'getRoot',
    method: 'GET',
    path: '/',
    scope: null,
    tag: 'Service',
    summary: 'Name the API and its version',
    description:
      'A line of text with the version and the build. The only operation on which the version header may be left out.',
    isVersionOptional: true,
    responses: [
      {
        status: 200,
        description: 'The name of the API, its version and its build.',
        shape: 'text',
        example: 'Bestow API v1.2.3 (build abc1234)',
      },
    ],
    errors: [],
  }),
]
