import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'
import { root } from '#scripts/steps'

const isFunction = ({ kind }: Node) =>
  kind === SyntaxKind.ArrowFunction || kind === SyntaxKind.FunctionExpression

/**
 * Returns whether an expression may pass an event handler by its name: as an argument of a call, or as the
 * value of an attribute.
 */
const isPassedByName = ({ kind, parent }: Node) =>
  (kind === SyntaxKind.Identifier || kind === SyntaxKind.PropertyAccessExpression) &&
  (parent.kind === SyntaxKind.JsxExpression || parent.kind === SyntaxKind.CallExpression)

function* findCallbacks(node: Node): Generator<Node> {
  if (isFunction(node) || isPassedByName(node)) yield node
  const children: Node[] = []
  node.forEachChild((child) => void children.push(child))
  for (const child of children) yield* findCallbacks(child)
}

const getReturnType = (checker: Checker, type: Type | undefined): Type | undefined => {
  const [signature] =
    type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call)
  return signature && checker.getReturnTypeOfSignature(signature)
}

/**
 * Returns whether the callback returns a promise although its caller expects no result. A
 * rejection of this promise is lost.
 */
function isUnhandled(checker: Checker, callback: Node, type: Type | undefined): boolean {
  const returned = getReturnType(checker, type)
  if (returned === undefined || checker.getPropertyOfType(returned, 'then') === undefined)
    return false
  const expected = checker.getContextualType(
    callback as Parameters<Checker['getContextualType']>[0],
  )
  const accepted = getReturnType(checker, expected && checker.getNonNullableType(expected))
  return accepted !== undefined && (accepted.flags & TypeFlags.Void) !== 0
}

/**
 * Finds callbacks whose promise is not handled. Biome's `noMisusedPromises` does not know the types of other
 * packages, so it finds no event handler.
 */
function findUnhandled(): string[] {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'packages/web/tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error('the web app is not a project')
    const own = project.program
      .getSourceFileNames()
      .filter((name) => name.startsWith(join(root, 'packages/web/src/')))
    return own.flatMap((name) => {
      const file = project.program.getSourceFile(name)
      if (file === undefined) throw new Error(`${name} is not in its project`)
      const callbacks = [...findCallbacks(file)]
      const types = project.checker.getTypeAtLocation(callbacks)
      return callbacks
        .filter((callback, at) => isUnhandled(project.checker, callback, types[at]))
        .map((callback) => {
          const line = file.text.slice(0, callback.getStart(file)).split('\n').length
          return `${name.slice(root.length + 1)}:${line}`
        })
    })
  } finally {
    api.close()
  }
}

it('no event handler of the web app drops a promise', () => {
  assert.deepEqual(findUnhandled(), [])
})
