import { useParams } from '@tanstack/react-router'

/** The id in the URL of a detail page. */
export const useRouteId = (): string => useParams({ strict: false }).id ?? ''
