/** Loaded before the tests in CI: property tests try the same cases in every run, so that a red run has a cause in the change. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_120 });
