/**
 * The package @burgee/react in a server component: `bootstrapOf` runs there, the rest is rendered by the page. Two entries with
 * the same exports: so the bundler puts what uses React into files of its own, which are published with `'use client'`.
 */
export * from './index.js';
