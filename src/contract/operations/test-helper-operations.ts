import { advanceBody } from '../advance-request.ts'
import { ClockAdvance } from '../clock-advance.ts'
import { examples } from '../examples.ts'
import { operation } from '../operation.ts'
import { notFoundError } from './list-parameters.ts'
import { oneResource } from './responses.ts'

export const testHelperOperations = [
  operation({
    id: 'advanceGiftRequest',
    method: 'POST',
    path: '/test_helpers/gift_requests/{id}/advance',
    scope: 'gift_requests:write',
    tag: 'Test helpers',
    summary: 'Walk a gift request to a state',
    description:
      'Moves the gift request to an internal state by the shortest valid path of transitions, and emits the event of each transition. A gift request that is already in the state does not change.',
    isStagingOnly: true,
    request: {
      type: 'advances',
      body: advanceBody,
      examples: { delivered: { summary: 'It arrives', value: { to: 'delivered' } } },
    },
    responses: oneResource('gift_requests', 'The gift request where it is now.', {
      ...examples.choice,
      ...examples.delivered,
    }),
    errors: [
      notFoundError,
      { code: 'invalid_transition' },
      { code: 'required' },
      { code: 'unknown_parameter' },
      { code: 'invalid' },
    ],
  }),
  operation({
    id: 'advanceClock',
    method: 'POST',
    path: '/test_helpers/clock/advance',
    scope: 'gift_requests:write',
    tag: 'Test helpers',
    summary: 'Advance the clock',
    description:
      'Advances the clock of the account and runs everything that is due by then: scheduled gifts are sent, others expire. The clock cannot be set back.',
    isStagingOnly: true,
    request: {
      type: 'clocks',
      schema: ClockAdvance,
      examples: { fortnight: { summary: 'Two weeks', value: { by: '14d' } } },
    },
    responses: oneResource('clocks', 'What the clock says now.', {
      now: '2026-05-15T10:30:00.000Z',
      moved: 2,
    }),
    errors: [
      { code: 'required' },
      { code: 'unknown_parameter' },
      { code: 'invalid' },
      { code: 'invalid_format' },
    ],
  }),
]
