export { DEFAULT_HTTP_PORT, serveOverHttp } from './serve-over-http.ts'
export type { HttpOptions, HttpServing } from './serve-over-http.ts'
