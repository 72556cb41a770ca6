import { useParams } from '@tanstack/react-router'

/** Returns the id in the URL of a detail page. */
export const useRouteId = (): string => useParams({ strict: false }).id ?? ''
