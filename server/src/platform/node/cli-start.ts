/** The bin `wikijql`: starts the command line with what Node has compiled before. */
import { createRequire, enableCompileCache } from 'node:module';

enableCompileCache();
createRequire(import.meta.filename)('./command-line.js');
