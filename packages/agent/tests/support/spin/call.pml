/*
 * The calls of one answer, from their place in the batch to their results: against questions that nobody answers,
 * wrappers that do not wait, bodies that do not listen, an interrupt at any moment and the end of the process.
 * Whatever runs between two waits of the program is one atomic step here.
 *
 * Each -DBROKEN_... plants one fault, and the checker must find it.
 */
#ifndef CALLS
#define CALLS 3
#endif
#define LIMIT 2

mtype = { queued, admitting, dispatched, ended, concluding, answered };

mtype state[CALLS] = queued;
bool exclusive[CALLS];    /* may not overlap with others */
bool refused[CALLS];      /* a listener, a guard or a person said no */
byte wanted[CALLS];       /* runs of the body that wrappers asked for and that have not begun */
bool wrapping[CALLS];     /* its wrappers have not answered */
bool inside[CALLS];       /* its body is under way */
byte results[CALLS];

byte next;                /* the first call that has not started */
byte done;                /* calls that have their result */
byte running;             /* calls that started and whose bodies have not ended */
byte bodies;              /* bodies under way */
bool alone;               /* an exclusive call holds the others back */
bool durable;             /* the log holds the calls */
bool aborted;             /* the signal of the turn */
bool stopping;            /* the process was asked to end */
bool exited;

#define hasEnded (done < next && state[done] == ended)
#ifdef BROKEN_BARRIER
#define mayOverlap true
#else
#define mayOverlap (!exclusive[next] || running == 0)
#endif
#define hasStartable (next < CALLS && !alone && running < LIMIT && mayOverlap)

/* At most one result, only after the body, and in the order of the answer. */
inline giveResult(which) {
  results[which]++;
  assert(results[which] == 1);
  assert(!inside[which]);
  assert(which == 0 || results[which - 1] == 1)
}

/* A body starts only where all of this holds. */
inline enter(which) {
  assert(!aborted && !refused[which]);
  assert(durable && !exited);
  assert(results[which] == 0);
  assert(bodies < LIMIT);
  for (other : 0 .. CALLS - 1) {
    assert(!inside[other] || (!exclusive[which] && !exclusive[other]))
  }
  other = 0;
  inside[which] = true;
  bodies++
}

/* The one lane of admissions and conclusions. */
proctype Lane() {
  byte call;
  /* The calls are logged, and the disk is waited for. */
#ifndef BROKEN_FLUSH
  durable = true;
#endif
  do
  :: atomic { done == CALLS -> break }
  :: atomic { hasEnded -> call = done; state[call] = concluding };
     /* Reviewers may take their time. */
     atomic { giveResult(call); state[call] = answered; alone = false; done++; call = 0 }
  :: atomic {
       !hasEnded && hasStartable -> call = next; next++; running++; alone = exclusive[call];
       state[call] = admitting
     };
     /* Listeners and a person, who says yes or no, or nothing. */
     if
     :: true
     :: refused[call] = true
     :: true ->
end_silence:
#ifdef BROKEN_QUESTION
        false
#else
        aborted
#endif
     fi;
     atomic {
       if
       :: aborted || refused[call] -> state[call] = ended; running--
       :: else -> state[call] = dispatched; wrapping[call] = true
       fi;
       call = 0
     }
  od;
  durable = true
}

/* What stands around a body: it runs it, runs it again, answers without waiting, or in its place. */
proctype Wrapper(byte call) {
end_unused:
  state[call] == dispatched ->
  if
  :: true
  :: wanted[call] = 1;
     if
     :: true
     :: wanted[call] == 0 && !inside[call] ->
        if
        :: true
        :: wanted[call] = 1
        fi
     :: wanted[call]++
     fi
  fi;
#ifndef BROKEN_LATE
  wrapping[call] = false;
#endif
#ifdef BROKEN_WAIT
  atomic { state[call] = ended; running-- };
#else
  atomic { wanted[call] == 0 && !inside[call] -> state[call] = ended; running-- };
#endif
  /* It may still come back to it. */
  if
  :: true
  :: wanted[call]++
  fi
}

/* Runs take turns; nothing starts after the wrappers or after an abort. */
proctype Body(byte call) {
  byte other;
end_unused:
  do
  :: atomic {
       wanted[call] > 0 && !inside[call] -> wanted[call]--;
       if
#ifdef BROKEN_CHECK
       :: wrapping[call] -> enter(call)
#else
       :: wrapping[call] && !aborted -> enter(call)
#endif
       :: else
       fi
     }
  /* It may end by itself or as it hears of the abort; one that does not listen ends later. */
  :: atomic { inside[call] -> inside[call] = false; bodies-- }
  od
}

/* Interrupts the turn, ends the process, or does nothing. At the end everything is cancelled and waited for. */
proctype Person() {
  if
  :: true -> goto over
  :: aborted = true
  :: true
  fi;
  if
  :: aborted -> goto over
  :: true
  fi;
  atomic { stopping = true; aborted = true };
#ifndef BROKEN_EXIT
  done == CALLS ->
#endif
  atomic {
    assert(done == CALLS && bodies == 0);
    exited = true
  };
over:
  skip
}

#ifdef BROKEN_TWICE
/* Answers what is queued as soon as it hears of the abort, as the lane will do, too. */
proctype Eager() {
end_unused:
  atomic { aborted && next < CALLS -> giveResult(next) }
}
#endif

init {
  byte call;
  atomic {
    for (call : 0 .. CALLS - 1) {
      if
      :: exclusive[call] = true
      :: exclusive[call] = false
      fi;
      run Wrapper(call);
      run Body(call)
    };
    run Lane();
    run Person();
#ifdef BROKEN_TWICE
    run Eager();
#endif
    call = 0
  }
}

ltl settles { [] (aborted -> <> (done == CALLS)) }
ltl drains { [] (stopping -> <> exited) }
