import { rejectParameters } from './kernel/body.ts'
import { handleRaw } from './kernel/handle.ts'

/** The operation that returns the name and the version of the service. */
export const serviceRoutes = [
  handleRaw('getRoot', async (request, reply, { name }) => {
    rejectParameters(request)
    return reply.type('text/plain; charset=utf-8').send(name)
  }),
]
