export * from './builders.js';
export * from './eventually.js';
export * from './http/stream-reader.js';
export * from './http/visitor.js';
export * from './world/databases.js';
export * from './world/house.js';
export * from './world/shelf.js';
export * from './world/world.js';
