import type { Static } from 'typebox'
import type { TypedOperation } from '#contract/operation'
import type { OperationId, OperationOf } from '#contract/operations'
import type { Resource, SchemaType } from '#contract/resource-schemas'
import type * as contract from './contract.ts'
import type * as own from './lib/operation.ts'
import type { Method } from './lib/operation.ts'

export type { Method } from './lib/operation.ts'

/*
 * The admin API as types: a method and a path lead to the types of query, body and reply. The web app imports
 * these types, and the types of `contract.ts`. A path may be a template literal: `/endpoints/${id}` is the
 * operation `/endpoints/:id`. It also contains the operations of the public API, with the members that only the web app receives.
 */

type OwnOperation = Extract<(typeof contract)[keyof typeof contract], own.Operation>
type SharedOperation = { [Id in OperationId]: OperationOf<Id> }[OperationId]

/**
 * Replaces each parameter in a path with a colon. Both `/endpoints/:id` and `/endpoints/${string}` become
 * `/endpoints/:`.
 */
type NormalPath<Path extends string> =
  IsAny<Path> extends true
    ? ':'
    : Path extends `${infer Head}/${infer Tail}`
      ? `${NormalSegment<Head>}/${NormalPath<Tail>}`
      : NormalSegment<Path>
/** Tells whether a type is `any`. The parameters of the web app's router have the type `any`. */
type IsAny<Type> = 0 extends 1 & Type ? true : false
type NormalSegment<Segment extends string> = string extends Segment
  ? ':'
  : Segment extends `:${string}` | `{${string}}`
    ? ':'
    : Segment

type WebOperation = OwnOperation | SharedOperation
type OperationsByKey = {
  [Op in WebOperation as `${Op['method']} ${NormalPath<Op['path']>}`]: Op
}

/** The operation with this method and path. The type is `never` if there is no such operation. */
export type OperationAt<
  M extends Method,
  Path extends string,
> = OperationsByKey[`${M} ${NormalPath<Path>}` & keyof OperationsByKey]

type Pattern<Path extends string> = Path extends `${infer Head}/:${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? `${Head}/${string}${Pattern<`/${Tail}`>}`
    : `${Head}/${string}`
  : Path extends `${infer Head}{${string}}${infer Tail}`
    ? `${Head}${string}${Pattern<Tail>}`
    : Path

/** The paths of the operations with this method. Each parameter in a path is `${string}`. */
export type PathOf<M extends Method> = Pattern<Extract<WebOperation, { method: M }>['path']>

export type QueryAt<Path extends string, M extends Method = 'GET'> = QueryInput<
  OperationAt<M, Path>
>
export type BodyAt<M extends Method, Path extends string> = Body<OperationAt<M, Path>>

type PageInput = Partial<Record<'after' | 'order' | 'sort', string | undefined>> & {
  limit?: number | string | undefined
}

/** The query in the form that a caller sends. Filters can be any text, because the server validates them. */
type QueryInput<Op> =
  Op extends TypedOperation<infer Types>
    ? Types['query'] extends { filter: infer Filter }
      ? PageInput & { [Name in keyof Filter]?: string | undefined }
      : Readonly<Record<string, string | undefined>>
    : own.QueryInput<Op>

/** The body of a request. If the handler itself parses the body, the type is any object. */
type Body<Op> =
  Op extends TypedOperation<infer Types>
    ? Types['body'] extends undefined
      ? object | undefined
      : Exclude<Types['body'], undefined>
    : own.Body<Op>

type Reply<Op> =
  Op extends TypedOperation<infer Types>
    ? ResponseOf<Types['responses'][0], Static<Types['appMembers']>>
    : own.Reply<Op>

type ResponseOf<Response, App> = Response extends { shape: 'one'; type: infer Type }
  ? ResourceFor<Type, App>
  : Response extends { shape: 'many'; type: infer Type }
    ? { data: ResourceFor<Type, App>[]; has_more: boolean; next_after?: string | null }
    : string
type ResourceFor<Type, App> = Type extends SchemaType ? Resource<Type> & App : never
export type ReplyAt<M extends Method, Path extends string> = Reply<OperationAt<M, Path>>

/**
 * The paths of lists whose items have ids. The type selects the paths before their parameters become
 * `${string}`, because a union drops `/things/${string}/parts` if it also contains `/things/${string}`.
 */
export type ListPath = Pattern<PathOfList<WebOperation>>

type PathOfList<Op> = Op extends { method: 'GET'; path: infer Path extends string }
  ? Reply<Op> extends { data: { id: string }[]; has_more: boolean }
    ? Path
    : never
  : never

export type ListItem<Path extends string> =
  ReplyAt<'GET', Path> extends { data: (infer Item extends { id: string })[] } ? Item : never

export type Warehouse = ListItem<'/warehouses'>
export type OneLink = ListItem<'/one_links'>
export type OneLinkDetail = ReplyAt<'GET', '/one_links/:id'>
export type ClaimRules = Omit<ReplyAt<'GET', '/claim_rules'>, 'one_link_id'>
export type OpenClaim = ListItem<'/one_links/:id/claims'>
export type DeniedClaimant = ListItem<'/denied_claimants'>

export type Endpoint = ReplyAt<'PATCH', '/endpoints/:id'>
export type ListedEndpoint = ListItem<'/endpoints'>
export type EndpointDetail = ReplyAt<'GET', '/endpoints/:id'>
export type EndpointHealth = EndpointDetail['health']
export type HalfHour = EndpointDetail['day']['half_hours'][number]

export type Delivery = ListItem<'/deliveries'>
export type DeliveryDetail = ReplyAt<'GET', '/deliveries/:id'>
export type DeliveryAttempt = Delivery['attempts'][number]
export type AttemptConnection = DeliveryDetail['connections'][number]
export type SignedRequest = Omit<
  NonNullable<DeliveryDetail['request']>,
  'is_exact' | 'is_address_hidden'
>

export type Product = ListItem<'/products'>
/** A product with the campaigns that offer it. */
export type ProductDetail = ReplyAt<'GET', '/products/:id'>
export type Variant = Product['variants'][number]
export type VariantContent = NonNullable<Variant['digital']>
export type CodeSources = ReplyAt<'GET', '/catalogue/variants/:id/sources'>
export type ProductsChange = BodyAt<'POST', '/products/bulk_update'>['change']

export type Recipient = ListItem<'/recipients'>
export type RecipientDetail = ReplyAt<'GET', '/recipients/:id'>
export type ContactNote = RecipientDetail['sender_notes'][number]
export type AttentionEntry = ListItem<'/attention'>
export type Funnel = Omit<ReplyAt<'GET', '/reports/funnel'>, 'statuses'>
export type Trend = ReplyAt<'GET', '/reports/trend'>
export type RedeemTimes = ReplyAt<'GET', '/reports/time_to_redeem'>
export type Campaign = ReplyAt<'GET', '/campaigns/:id'>
export type ListedGift = ListItem<'/gift_requests'>
type GiftDetails = ReplyAt<'GET', '/gift_requests/:id/details'>
export type GiftReference = NonNullable<GiftDetails['reissued_as']>
export type DigitalItem = GiftDetails['digital_items'][number]
export type GiftDonation = GiftDetails['donations'][number]
export type GiftCost = GiftDetails['costs'][number]
export type GiftChange = GiftDetails['changes'][number]
export type Parcel = ListItem<'/gift_requests/:id/parcels'>
export type GiftEmail = ListItem<'/gift_requests/:id/emails'>
export type ProblemReport = ListItem<'/gift_requests/:id/problem_reports'>
