// What Oclgrind 21.10 wrote, read into findings.
#include <QTest>

#include "core/run/memory_check.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
const char* const recorded = R"(
Invalid read of size 1 at global memory address 0x100000000004c
	Kernel: bad
	Entity: Global(0,1,0) Local(0,1,0) Group(0,0,0)
	  %0 = load i8, i8 addrspace(1)* %arrayidx, align 1, !dbg !42, !tbaa !43
	At line 6 (column 26) of user/bad/bad.cl:
	  local int tile[16];
	

Invalid read of size 1 at global memory address 0x100000000004d
	Kernel: bad
	Entity: Global(1,1,0) Local(1,1,0) Group(0,0,0)
	  %0 = load i8, i8 addrspace(1)* %arrayidx, align 1, !dbg !42, !tbaa !43
	At line 6 (column 26) of user/bad/bad.cl:
	  local int tile[16];
	

Uninitialized value written to global memory address 0x2000000000010
	Kernel: bad
	Entity: Global(0,1,0) Local(0,1,0) Group(0,0,0)
	  store i8 %add7, i8 addrspace(1)* %arrayidx12, align 1, !dbg !48, !tbaa !43
	At line 6 (column 24) of user/bad/bad.cl:
	  local int tile[16];
	

Work-group divergence detected (barrier)
	Kernel:     bad
	Work-group: (0,0,0)
	Only 8 out of 16 work-items executed barrier
	  tail call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !55
	At line 9 (column 16) of user/bad/bad.cl:
	  dst[y * width + x] = src[y * width + x + 60] + fresh;
	

Write-write data race at global memory address 0x2000000000000
	Kernel: bad
	
	First entity:  Global(0,1,0) Local(0,1,0) Group(0,0,0)
	  store i8 %conv13, i8 addrspace(1)* %arrayidx15, align 1, !dbg !51, !tbaa !43
	At line 8 (column 12) of user/bad/bad.cl:
	  if (x == 3) fresh = 1;
	
	Second entity: Global(0,0,0) Local(0,0,0) Group(0,0,0)
	  store i8 %add7, i8 addrspace(1)* %arrayidx12, align 1, !dbg !48, !tbaa !43
	At line 6 (column 24) of user/bad/tools.h:
	  local int tile[16];
	

Oclgrind: 1000 errors generated - suppressing further errors

)";
} // namespace

class MemoryCheckTest : public QObject {
    Q_OBJECT

private slots:
    void findingsOfALog() {
        const std::vector<MemoryFinding> findings = memoryFindings(recorded);
        const std::vector<MemoryFinding> expected{
            {"Invalid read of size 1 at global memory", "bad", "bad.cl", 6, "", 2},
            {"Uninitialized value written to global memory", "bad", "bad.cl", 6, "", 1},
            {"Work-group divergence detected (barrier)", "bad", "bad.cl", 9,
             "Only 8 out of 16 work-items executed barrier", 1},
            {"Write-write data race at global memory", "bad", "bad.cl", 8, "with line 6 of tools.h", 1}};
        QCOMPARE(findings.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(findings[i] == expected[i], findingText(findings[i]).c_str());
    }

    void textForATerminal() {
        QCOMPARE(memoryCheckText({}), std::string("Oclgrind found nothing.\n"));
        const std::string text = memoryCheckText({memoryFindings(recorded), false});
        QVERIFY(text.starts_with("bad.cl:6: kernel bad: Invalid read of size 1 at global memory, 2 times\n"));
        QVERIFY(text.ends_with("The time was over before the end of the stack, so Oclgrind saw only a part.\n"));
        QVERIFY(
            memoryCheckText({.findings = {}, .isComplete = false, .crashed = true}).starts_with("Oclgrind crashed"));
    }

    void imageObjectsHideValues() {
        MemoryCheck check{memoryFindings(recorded)};
        const std::size_t all = check.findings.size();
        dropUncertain(check);
        QCOMPARE(check.findings.size(), all);
        check.followsValues = false;
        dropUncertain(check);
        QCOMPARE(check.findings.size(), all - 1);
        QVERIFY(memoryCheckText(check).ends_with("cannot follow them through image objects.\n"));
    }

    void oddLogs() {
        QVERIFY(memoryFindings("").empty());
        QVERIFY(memoryFindings("\tAt line 4 of\n  At line x (").empty());
        QCOMPARE(memoryFindings("Something new\n\tAt line x (column) of \n").size(), std::size_t(1));
    }
};

LIGHTBENCH_TEST(MemoryCheckTest, QCoreApplication)
#include "memory_check.moc"
