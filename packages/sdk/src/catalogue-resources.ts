import type { APIPromise } from './api-promise.ts'
import type { ApiVersion } from './generated/versions.ts'
import type { List } from './list.ts'
import type {
  Body,
  Item,
  Page,
  Query,
  RequestOptions,
  ResponseBody,
  Transport,
} from './transport.ts'

/** Products with their variants. */
export class Products<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Adds a product with 1 to 100 variants. */
  create(
    body: Body<V, 'createProduct'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createProduct'>> {
    return this.#transport.request('createProduct', { body }, options)
  }

  /** Newest first by default; see `order`. */
  list(
    query?: Query<V, 'listProducts'>,
    options?: RequestOptions,
  ): List<Item<V, 'listProducts'>, Page<V, 'listProducts'>> {
    return this.#transport.list('listProducts', query, options)
  }

  /** Returns one product with its variants and their stock. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getProduct'>> {
    return this.#transport.request('getProduct', { id }, options)
  }

  /** Changes the members of the body. */
  update(
    id: string,
    body: Body<V, 'updateProduct'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateProduct'>> {
    return this.#transport.request('updateProduct', { id, body }, options)
  }

  /** New gifts do not offer the product. */
  archive(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'archiveProduct'>> {
    return this.#transport.request('archiveProduct', { id }, options)
  }

  /** Offers an archived product again. */
  restore(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'restoreProduct'>> {
    return this.#transport.request('restoreProduct', { id }, options)
  }

  /** Changes, archives or restores 1 to 100 products, all or none. */
  bulkUpdate(
    body: Body<V, 'bulkUpdateProducts'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'bulkUpdateProducts'>> {
    return this.#transport.request('bulkUpdateProducts', { body }, options)
  }
}

/** Variants of products: what gifts contain. */
export class Variants<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Adds a variant to a product. */
  create(
    productId: string,
    body: Body<V, 'createVariant'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createVariant'>> {
    return this.#transport.request('createVariant', { id: productId, body }, options)
  }

  /** Newest first by default; see `order`. Finds a variant by its SKU. */
  list(
    query?: Query<V, 'listVariants'>,
    options?: RequestOptions,
  ): List<Item<V, 'listVariants'>, Page<V, 'listVariants'>> {
    return this.#transport.list('listVariants', query, options)
  }

  /** Returns one variant with its stock in each warehouse. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getVariant'>> {
    return this.#transport.request('getVariant', { id }, options)
  }

  /** Changes the members of the body. */
  update(
    id: string,
    body: Body<V, 'updateVariant'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateVariant'>> {
    return this.#transport.request('updateVariant', { id, body }, options)
  }

  /** New gifts do not offer the variant. */
  archive(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'archiveVariant'>> {
    return this.#transport.request('archiveVariant', { id }, options)
  }

  /** Offers an archived variant again. */
  restore(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'restoreVariant'>> {
    return this.#transport.request('restoreVariant', { id }, options)
  }

  /** Imports codes of a digital variant. No operation returns codes. With `dry_run`, imports nothing. */
  importCodes(
    id: string,
    body: Body<V, 'importCodes'>,
    query?: Query<V, 'importCodes'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'importCodes'>> {
    return this.#transport.request('importCodes', { id, body, query }, options)
  }
}

/** The stock of variants in warehouses. */
export class StockLevels<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Sets stock levels, all or none. */
  set(
    body: Body<V, 'setStockLevels'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'setStockLevels'>> {
    return this.#transport.request('setStockLevels', { body }, options)
  }

  /** Adds to stock levels, or takes from them, all or none. A retry does not add twice. */
  adjust(
    body: Body<V, 'adjustStockLevels'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'adjustStockLevels'>> {
    return this.#transport.request('adjustStockLevels', { body }, options)
  }
}

/** Warehouses of the account. */
export class Warehouses<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Returns all warehouses in use. */
  list(options?: RequestOptions): APIPromise<ResponseBody<V, 'listWarehouses'>> {
    return this.#transport.request('listWarehouses', {}, options)
  }

  /** Returns one warehouse with its address. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getWarehouse'>> {
    return this.#transport.request('getWarehouse', { id }, options)
  }

  /** Adds a warehouse without stock. */
  create(
    body: Body<V, 'createWarehouse'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createWarehouse'>> {
    return this.#transport.request('createWarehouse', { body }, options)
  }

  /** Changes the members of the body. The country is fixed once the warehouse has stock. */
  update(
    id: string,
    body: Body<V, 'updateWarehouse'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateWarehouse'>> {
    return this.#transport.request('updateWarehouse', { id, body }, options)
  }

  /** Takes a warehouse without stock out of use. */
  archive(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'archiveWarehouse'>> {
    return this.#transport.request('archiveWarehouse', { id }, options)
  }
}

/** Pictures of products. */
export class Pictures<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Copies a picture of another server, and returns its address. */
  create(
    body: Body<V, 'createPicture'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createPicture'>> {
    return this.#transport.request('createPicture', { body }, options)
  }
}
