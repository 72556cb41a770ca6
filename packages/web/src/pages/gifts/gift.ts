import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

export const useGift = (id: string) =>
  useQuery({
    queryKey: ['gift', id],
    queryFn: ({ signal }) => api.get(`/gift-requests/${id}`, undefined, signal),
  })
