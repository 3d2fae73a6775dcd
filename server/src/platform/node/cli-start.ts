/** The bin `wikijql`: starts the command line with the code that Node compiled at an earlier start. */
import { createRequire, enableCompileCache } from 'node:module';

enableCompileCache();
createRequire(import.meta.filename)('./command-line.js');
