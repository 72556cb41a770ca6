import { eventTypes, getNewestVersion, versionNames, versions } from '#contract'
import { buildDocument } from '#scripts/openapi/document'
import { asObject } from '#scripts/openapi/json-access'
import { newestModel } from '#scripts/sdk/model'
import { renderResourcesModule } from './render-resources.ts'
import { renderTypesModule } from './render-types.ts'

/* Generates the types, the operations, the methods and the examples of the Python library. */

const header = '# Generated from the OpenAPI document by scripts/generate.ts. Do not edit.\n'

/** The files of `packages/python/src/bestow/_generated`, by name. */
export function generatedPythonFiles(packageVersion: string): Map<string, string> {
  const model = newestModel()
  const version = getNewestVersion(versions)
  return new Map([
    ['__init__.py', header],
    ['version.py', `${header}API_VERSION = "${version}"\nPACKAGE_VERSION = "${packageVersion}"\n`],
    ['types.py', `${header}${typesPreamble}${renderTypesModule(model)}`],
    ['operations.py', `${header}${renderOperations(model.operations)}`],
    ['resources.py', renderMethods(renderResourcesModule(model, false), '')],
    ['async_resources.py', renderMethods(renderResourcesModule(model, true), 'Async')],
    ['fixtures.json', `${JSON.stringify(buildFixtures(), null, 1)}\n`],
  ])
}

const typesPreamble = `"""The types of requests and responses."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypedDict, TypeVar

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

Item = TypeVar("Item")

if TYPE_CHECKING or sys.version_info >= (3, 11):

    class Page(TypedDict, Generic[Item]):
        """A page of a list."""

        data: list[Item]
        has_more: bool
        """True if there are entries behind the page."""

else:
    Page = dict


`

/** Renders a module with methods, and imports what it uses. */
function renderMethods(code: string, prefix: '' | 'Async'): string {
  const collections = ['Mapping', 'Sequence'].filter((name) => code.includes(`${name}[`))
  return `${header}${methodsPreamble(collections.join(', '), prefix)}${code}`
}

const methodsPreamble = (
  collections: string,
  prefix: string,
) => `"""The methods of the ${prefix === '' ? 'client' : 'client for asyncio'}."""

from __future__ import annotations

from collections.abc import ${collections}
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from . import types as t

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import RequestOptions, WriteOptions
    from .._paginator import ${prefix}Paginator
    from .._transport import ${prefix}Transport


`

function renderOperations(
  operations: readonly { id: string; method: string; path: string }[],
): string {
  return [
    'from __future__ import annotations\n',
    'from collections.abc import Mapping\n',
    '# Method and path of every operation.',
    'OPERATIONS: Mapping[str, tuple[str, str]] = {',
    ...operations.map(({ id, method, path }) => `    "${id}": ("${method}", "${path}"),`),
    '}\n',
    '# The event types of webhooks.',
    `EVENT_TYPES = (${eventTypes.map((each) => `"${each}"`).join(', ')})\n`,
  ].join('\n')
}

/** An example body of each webhook, by payload version and event type. */
function buildFixtures() {
  return Object.fromEntries(
    versionNames.map((name) => {
      const bodies = Object.entries(asObject(buildDocument(name).webhooks)).map(([type, item]) => {
        const { content } = asObject(asObject(asObject(item).post).requestBody)
        return [type, asObject(Object.values(asObject(content))[0]).example]
      })
      return [name, Object.fromEntries(bodies)]
    }),
  )
}
