import { isInVersion, type Operation } from './operation.ts'
import { attentionOperations } from './operations/attention-operations.ts'
import { campaignChangeOperations } from './operations/campaign-change-operations.ts'
import { campaignOperations } from './operations/campaign-operations.ts'
import { catalogueOperations } from './operations/catalogue-operations.ts'
import { claimOperations } from './operations/claim-operations.ts'
import { deliveryOperations } from './operations/delivery-operations.ts'
import { endpointOperations } from './operations/endpoint-operations.ts'
import { eventOperations } from './operations/event-operations.ts'
import { exportOperations } from './operations/export-operations.ts'
import { giftChangeOperations } from './operations/gift-change-operations.ts'
import { giftDetailOperations } from './operations/gift-detail-operations.ts'
import { giftRequestOperations } from './operations/gift-request-operations.ts'
import {
  campaignGreetingOperations,
  giftGreetingOperations,
} from './operations/greeting-operations.ts'
import { oneLinkOperations } from './operations/one-link-operations.ts'
import { recipientOperations } from './operations/recipient-operations.ts'
import { reportOperations } from './operations/report-operations.ts'
import { serviceOperations } from './operations/service-operations.ts'
import { testHelperOperations } from './operations/test-helper-operations.ts'
import type { VersionName } from './versions/index.ts'

/**
 * All operations of the public API. To add one: an entry in one of these files, its handler in `http/api`, then `npm run
 * fix`. A test compares this list with the handlers.
 */
const declared = [
  ...giftRequestOperations,
  ...giftChangeOperations,
  ...giftDetailOperations,
  ...giftGreetingOperations,
  ...campaignOperations,
  ...campaignChangeOperations,
  ...campaignGreetingOperations,
  ...catalogueOperations,
  ...oneLinkOperations,
  ...claimOperations,
  ...recipientOperations,
  ...reportOperations,
  ...exportOperations,
  ...eventOperations,
  ...attentionOperations,
  ...endpointOperations,
  ...deliveryOperations,
  ...testHelperOperations,
  ...serviceOperations,
]
export const operations: readonly Operation[] = declared

type Declared = (typeof declared)[number]
export type OperationId = Declared['id']
export type OperationOf<Id extends OperationId> = Extract<Declared, { id: Id }>

const byId = new Map(declared.map((each) => [each.id, each]))

export function operationOf<Id extends OperationId>(id: Id): OperationOf<Id> {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`there is no operation ${id}`)
  return found as OperationOf<Id>
}

export const operationsIn = (version: VersionName): readonly Operation[] =>
  operations.filter((operation) => isInVersion(operation, version))
